/** The command line. Data goes to stdout, talk to stderr; 0 passed, 1 failed, 2 could not do it. */
import { parseArgs } from 'node:util';
import { EngineError } from '../engine/errors.ts';
import { listed } from '../engine/tasks.ts';
import { ContentError } from '../schemas/read.ts';
import { ServerError } from '../servers/address.ts';
import { benchCommand } from './bench.ts';
import { deckCommand } from './deck.ts';
import { exploreCommand } from './explore.ts';
import { gradeCommand } from './grade.ts';
import { labsCommand } from './labs.ts';
import { exploreOn, replayOn } from './on.ts';
import { quizCommand } from './quiz.ts';
import { replayCommand } from './replay.ts';
import { CommandError, type Report } from './report.ts';

const usage = `Usage: npm run -s once -- <command>

  labs [--json]                       list the labs
  explore <lab> [options]             every schedule: verdict, figures, minimal counterexample
  explore --all [--json]              every lab, scenario, handler and mutant against what its file
                                      expects, with and without merging of equal states
  replay <lab> [options]              one schedule, step by step
  grade <file.ts> --exercise E        points for a handler, in every schedule of every scenario
  quiz <lesson> --to F [--out FILE]   a lesson's checkpoint for other systems: gift, moodle-xml or qti
  deck <file> --to F [--out FILE]     cards in another format: apkg, anki-text, csv, tsv, deck, mochi or
                                      json; read from any of these
  bench [--memory] [--json]           the engine beside its peers, in ratios; or a million steps, and
                                      what memory they leave taken

Options of explore and replay
  --handler H     one of the lab's handlers; its first by default
  --scenario S    one of the lab's scenarios; its first by default
  --file F        a handler file of your own instead
  --schema F      a migration of your own, run after the lab's app.sql
  --workers N     as many workers, where the scenario can be scaled
  --schedule "…"  for replay: such as "w1 w2 w2 w1", with faults such as crash:w1 where the scenario has
                  a budget for them; one task after another by default
  --on URL        on a real server, in a schema of its own: postgres://user@host:5432/database for sql,
                  redis://host:6379 for redis; twice for both. Says whether SQLite agrees
  --isolation L   with --on postgres://…: "read committed", "repeatable read" or "serializable"; the
                  server's default by default
  --strategy S    for explore: exhaustive (the default); unreduced, one schedule after another; reduced,
                  with equal states merged; preemptions:N, with so few interruptions; random:N, by chance
  --seed N        for the strategy random; for grade, other names and amounts than the sample's
  --threads N     for explore --all: as many at once
  --repeat N      for bench: how often each figure is taken
  --json          data instead of a report

Options of deck
  --deck D        a deck of ours instead of a file: crashes, races, …
  --from F        the format of the file, where its name and contents do not tell
  --cells S       between the cells of a text that is read: tab, comma, semicolon, colon, pipe, space, or the
                  characters themselves
  --rows S        between its records; a line end by default
  --separator S   between the cells of a csv or tsv file that is written
  --only TITLE    one of several decks
  --since FILE    the package that people have: cards whose text is another since get a newer date, so
                  that Anki takes them
  --fresh         every card as new: no due dates, no answers
`;

const options = {
  handler: { type: 'string' },
  scenario: { type: 'string' },
  file: { type: 'string' },
  schema: { type: 'string' },
  workers: { type: 'string' },
  schedule: { type: 'string' },
  on: { type: 'string', multiple: true },
  isolation: { type: 'string' },
  strategy: { type: 'string' },
  seed: { type: 'string' },
  threads: { type: 'string' },
  exercise: { type: 'string' },
  repeat: { type: 'string' },
  to: { type: 'string' },
  from: { type: 'string' },
  deck: { type: 'string' },
  separator: { type: 'string' },
  cells: { type: 'string' },
  rows: { type: 'string' },
  only: { type: 'string' },
  since: { type: 'string' },
  fresh: { type: 'boolean' },
  out: { type: 'string' },
  memory: { type: 'boolean' },
  all: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

async function run(argv: string[]): Promise<Report> {
  const { values, positionals } = parse(argv);
  const [command, lab, ...rest] = positionals;
  if (values.help || command === undefined || command === 'help') {
    return {
      out: values.help || command ? usage : '',
      talk: command || values.help ? '' : usage,
      status: command || values.help ? 0 : 2,
    };
  }
  refuseStray(command, lab, values);
  if (rest.length > 0)
    throw new CommandError(
      `"${rest[0]}" is one argument too many. Write ${command} with one ${{ grade: 'file', deck: 'file', quiz: 'lesson' }[command] ?? 'lab'}.`,
    );
  const { run: perform } = commands[command] ?? unknown(command);
  return perform(lab, values);
}

interface Command {
  /** Options that it has besides --json. An option that would do nothing is a mistake. */
  takes: readonly string[];
  run(subject: string | undefined, values: CommandOptions): Promise<Report> | Report;
}

const chosen = ['handler', 'scenario', 'file', 'schema', 'workers'];
const commands: Partial<Record<string, Command>> = {
  labs: { takes: [], run: (_, values) => labsCommand(values) },
  explore: {
    takes: [...chosen, 'strategy', 'seed', 'threads', 'on', 'isolation', 'all'],
    run: (lab, values) => (values.on ? exploreOn(lab, values) : exploreCommand(lab, values)),
  },
  replay: {
    takes: [...chosen, 'schedule', 'on', 'isolation'],
    run: (lab, values) => (values.on ? replayOn(lab, values) : replayCommand(lab, values)),
  },
  grade: {
    takes: ['exercise', 'schema', 'seed', 'threads'],
    run: (file, values) => gradeCommand(file, values),
  },
  quiz: { takes: ['to', 'out'], run: (lesson, values) => quizCommand(lesson, values) },
  deck: {
    takes: ['to', 'out', 'from', 'deck', 'cells', 'rows', 'separator', 'only', 'since', 'fresh'],
    run: (file, values) => deckCommand(file, values),
  },
  bench: { takes: ['memory', 'repeat'], run: (_, values) => benchCommand(values) },
};

function unknown(command: string): never {
  throw new CommandError(
    `There is no command "${command}". The commands are ${listed(Object.keys(commands))}.`,
  );
}

function refuseStray(command: string, lab: string | undefined, values: CommandOptions): void {
  const allowed = commands[command]?.takes;
  if (!allowed) return;
  if (values.isolation !== undefined && values.on === undefined)
    throw new CommandError('--isolation is a server’s. Add --on postgres://…, or leave it out.');
  const given = Object.keys(values).filter((name) => name !== 'json');
  const stray = given.find((name) => !allowed.includes(name));
  if (stray) throw new CommandError(`${command} has no option --${stray}. Leave it out.`);
  if ((command === 'labs' || command === 'bench') && lab !== undefined)
    throw new CommandError(`${command} takes no lab, but was given "${lab}". Leave it out.`);
  const beside = values.all ? (lab ?? given.find((name) => name !== 'all' && name !== 'threads')) : undefined;
  if (beside !== undefined)
    throw new CommandError(
      `explore --all runs everything, so "${beside}" does nothing. Leave one of the two out.`,
    );
}

function parse(argv: string[]) {
  try {
    return parseArgs({ args: withNegatives(argv), options, allowPositionals: true });
  } catch (error) {
    const message =
      error instanceof Error ? (error.message.split(/\. |\n/)[0]?.replace(/\.$/, '') ?? '') : String(error);
    throw new CommandError(`${message}. See npm run -s once -- --help.`);
  }
}

/** `--seed -1` as `--seed=-1`: a number below zero is a wrong value, and no option. */
function withNegatives(argv: string[]): string[] {
  const args: string[] = [];
  for (const arg of argv) {
    const option = args.at(-1) ?? '';
    if (/^-\d/.test(arg) && /^--[a-z]+$/.test(option)) args[args.length - 1] = `${option}=${arg}`;
    else args.push(arg);
  }
  return args;
}

export type CommandOptions = ReturnType<typeof parse>['values'];

// A reader such as head may close the pipe before everything is written.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  const { out, talk, status } = await run(process.argv.slice(2));
  if (talk) process.stderr.write(talk.endsWith('\n') ? talk : `${talk}\n`);
  if (out) process.stdout.write(out.endsWith('\n') ? out : `${out}\n`);
  process.exitCode = status;
} catch (error) {
  if (
    !(
      error instanceof EngineError ||
      error instanceof CommandError ||
      error instanceof ContentError ||
      error instanceof ServerError
    )
  )
    throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
