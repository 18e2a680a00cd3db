/** What the command line says about itself. Options are data, so that none goes unexplained. */

export interface Help {
  /** What stands behind the command's name. */
  args: string;
  /** One line, for the list of commands. */
  does: string;
  /** More about it, where a line is not enough. */
  about?: string;
  /** With what stands behind it: `--handler H`. */
  options: readonly (readonly [option: string, says: string])[];
  /** As they can be typed in a checkout. */
  examples: readonly string[];
  /** What exit status 0 and 1 mean; null where there is no 1. */
  exits: readonly [zero: string, one: string | null];
}

const program = 'npm run -s once --';

const chosen: Help['options'] = [
  ['--handler H', 'one of the lab’s handlers; its first by default'],
  ['--scenario S', 'one of the lab’s scenarios; its first by default'],
  [
    '--file F',
    'a handler file of your own instead, such as mine.ts; with --handler, on the tables of that one. A mine.sql beside it is not read: name it with --schema',
  ],
  ['--schema F', 'a migration of your own (SQL), run after the lab’s app.sql'],
  ['--workers N', 'as many workers, where the scenario can be scaled'],
];
const onServer: Help['options'] = [
  [
    '--on URL',
    'on a real server, in a schema of its own that is dropped afterwards: postgres://user@host:5432/database for sql, redis://host:6379 for redis; twice for both. Says whether SQLite agrees',
  ],
  [
    '--isolation L',
    'with --on postgres://…: "read committed", "repeatable read" or "serializable"; the server’s default by default',
  ],
];
const asJson = ['--json', 'data instead of a report'] as const;

export const helps: Readonly<Record<string, Help>> = {
  labs: {
    args: '',
    does: 'list the labs, with their scenarios and handlers',
    options: [asJson],
    examples: ['labs'],
    exits: ['the list', null],
  },
  explore: {
    args: '<lab>',
    does: 'every schedule: verdict, figures, smallest counterexample',
    about:
      'Explores every order in which the workers’ steps, and the faults of the scenario, can come. `explore --all` does it for every lab, scenario, handler and mutant, with and without merging of equal states, and compares with what the lab files expect; that takes minutes.',
    options: [
      ...chosen,
      [
        '--strategy S',
        'exhaustive (the default); unreduced, one schedule after another; reduced, with equal states merged; preemptions:N, with so few interruptions; random:N, by chance. The last two cannot show that there is no mistake: where they find none, the exit status is 2',
      ],
      ['--seed N', 'for the strategy random: another draw'],
      ...onServer,
      ['--all', 'everything, against what is expected; takes no lab'],
      ['--threads N', 'for --all: as many at once, 1 to 8'],
      asJson,
    ],
    examples: [
      'explore double-charge',
      'explore double-charge --handler unique-claim --workers 3',
      'explore double-charge --strategy random:100 --seed 7 --json',
    ],
    exits: [
      'every property holds; with --all, everything is as expected',
      'a property is broken, or holds of a handler that does nothing (vacuous)',
    ],
  },
  replay: {
    args: '<lab>',
    does: 'one schedule, step by step',
    options: [
      ...chosen,
      [
        '--schedule "…"',
        'who moves, in turn: "w1 w2 w2 w1"; with faults such as crash:w1 where the scenario has a budget for them. One worker after another by default',
      ],
      ...onServer,
      asJson,
    ],
    examples: ['replay double-charge --schedule "w1 w2 w2 w1"'],
    exits: ['it was replayed, whatever it broke', null],
  },
  grade: {
    args: '<file.ts> --exercise E',
    does: 'points for a handler, in every schedule of every scenario',
    about:
      'If a file of the same name with the ending .sql stands beside the handler, mine.sql beside mine.ts, it is taken as the migration, and the report names it. Otherwise the one that the exercise begins with is.',
    options: [
      ['--exercise E', 'which exercise; without it, all are named'],
      ['--schema F', 'this migration (SQL), and no other'],
      ['--seed N', 'other names and amounts than the usual ones, besides those of the text'],
      ['--threads N', 'as many explorations at once, 1 to 8'],
      asJson,
    ],
    examples: ['grade content/exercises/close-the-gap/solution.ts --exercise close-the-gap'],
    exits: ['all points', 'fewer'],
  },
  quiz: {
    args: '<lesson> --to F',
    does: 'a lesson’s checkpoint for other systems',
    options: [
      ['--to F', 'gift or moodle-xml, for Moodle; or qti, a package in QTI 2.1, for Canvas and others'],
      ['--out FILE', 'where to write it; a text goes to stdout without it, and a package needs it'],
    ],
    examples: ['quiz races --to gift'],
    exits: ['it was written', null],
  },
  deck: {
    args: '<file> --to F',
    does: 'cards in another format, or one of our decks by --deck',
    about:
      'Formats are apkg, anki-text, csv, tsv, deck (the text of content/decks), mochi and json. Each is read and written; what a format cannot hold is said line by line.',
    options: [
      ['--to F', 'the format to write: apkg, anki-text, csv, tsv, deck, mochi or json'],
      ['--out FILE', 'where to write it; a text goes to stdout without it, and apkg and mochi need it'],
      ['--deck D', 'a deck of ours instead of a file: crashes, races, …'],
      ['--from F', 'the format of the file, where its name and contents do not tell'],
      [
        '--cells S',
        'between the cells of a text that is read: tab, comma, semicolon, colon, pipe, space, or the characters themselves',
      ],
      ['--rows S', 'between its records; a line end by default'],
      ['--separator S', 'between the cells of a csv or tsv file that is written, as for --cells'],
      ['--only TITLE', 'one of several decks'],
      [
        '--since FILE',
        'the package that people have: cards whose text is another since get a newer date, so that Anki takes them',
      ],
      ['--fresh', 'every card as new: no due dates, no answers'],
      ['--json', 'with --out: data about what was written'],
    ],
    examples: [
      'deck --deck races --to anki-text',
      'deck content/decks/races.deck --to csv --separator semicolon',
    ],
    exits: ['it was written', null],
  },
  bench: {
    args: '',
    does: 'the engine beside its peers, in ratios; takes minutes',
    options: [
      ['--memory', 'a million steps instead, twice, and what memory they leave taken'],
      ['--repeat N', 'how often each figure is taken, 1 to 99; 7 by default. Not with --memory'],
      asJson,
    ],
    examples: ['bench --repeat 3 --json'],
    exits: ['it was measured', null],
  },
};

/** Options that a command takes, without their dashes: those that its help explains. */
export function optionsOf({ options }: Help): string[] {
  return options.map(([option]) => option.slice(2).replace(/ .*/, ''));
}

export function usage(): string {
  const rows = Object.entries(helps).map(([command, { args, does }]) => [`${command} ${args}`.trim(), does]);
  return [
    `Usage: ${program} <command> [options]`,
    table(rows),
    'Options and examples of one command',
    table([[`${program} <command> --help`, '']]),
    'Data goes to stdout, talk to stderr. Exit status',
    table([
      ['0', 'passed: what was asked for holds, or was done'],
      ['1', 'failed: explore and grade alone'],
      ['2', 'it could not be done, or a limit came first; one sentence says why and what to do'],
    ]),
  ].join('\n\n');
}

export function helpOf(command: string, help: Help): string {
  const { args, does, about, options, examples, exits } = help;
  const [zero, one] = exits;
  const statuses = [
    ['0', zero],
    ...(one === null ? [] : [['1', one]]),
    ['2', 'it could not be done, or a limit came first; one sentence says why and what to do'],
  ];
  const parts = [
    `Usage: ${[program, command, args].filter((part) => part !== '').join(' ')} [options]`,
    wrapped(`${does.charAt(0).toUpperCase()}${does.slice(1)}.${about === undefined ? '' : ` ${about}`}`, 0),
    `Options\n${table(options)}`,
    `Examples\n${examples.map((example) => `  ${program} ${example}`).join('\n')}`,
    `Exit status\n${table(statuses)}`,
  ];
  return parts.join('\n\n');
}

const width = 100;

/** Two columns, the second wrapped below itself. */
function table(rows: readonly (readonly string[])[]): string {
  const first = Math.max(...rows.map(([name = '']) => name.length));
  return rows
    .map(([name = '', says = '']) => `  ${name.padEnd(first)}  ${wrapped(says, first + 4)}`.trimEnd())
    .join('\n');
}

function wrapped(text: string, indent: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && indent + line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join(`\n${' '.repeat(indent)}`);
}
