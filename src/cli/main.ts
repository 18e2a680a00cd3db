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
import { type Help, helpOf, helps, optionsOf, usage } from './help.ts';
import { labsCommand } from './labs.ts';
import { exploreOn, replayOn } from './on.ts';
import { quizCommand } from './quiz.ts';
import { replayCommand } from './replay.ts';
import { CommandError, type Report } from './report.ts';

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
  if (command === undefined && !values.help) return { out: '', talk: usage(), status: 2 };
  if (command === undefined || command === 'help' || values.help)
    return { out: helpFor(command === 'help' ? lab : command), talk: '', status: 0 };
  refuseStray(command, lab, values);
  if (rest.length > 0)
    throw new CommandError(
      `"${rest[0]}" is one argument too many. Write ${command} with one ${{ grade: 'file', deck: 'file', quiz: 'lesson' }[command] ?? 'lab'}.`,
    );
  const perform = commands[command] ?? unknown(command);
  return perform(lab, values);
}

type Run = (subject: string | undefined, values: CommandOptions) => Promise<Report> | Report;

const commands: Partial<Record<string, Run>> = {
  labs: (_, values) => labsCommand(values),
  explore: (lab, values) => (values.on ? exploreOn(lab, values) : exploreCommand(lab, values)),
  replay: (lab, values) => (values.on ? replayOn(lab, values) : replayCommand(lab, values)),
  grade: gradeCommand,
  quiz: quizCommand,
  deck: deckCommand,
  bench: (_, values) => benchCommand(values),
};

function helpFor(command: string | undefined): string {
  if (command === undefined) return usage();
  const help: Help | undefined = helps[command];
  return help === undefined ? unknown(command) : helpOf(command, help);
}

function unknown(command: string): never {
  throw new CommandError(
    `There is no command "${command}". The commands are ${listed(Object.keys(commands))}.`,
  );
}

function refuseStray(command: string, lab: string | undefined, values: CommandOptions): void {
  const help = helps[command];
  if (help === undefined) return;
  const allowed = optionsOf(help);
  if (values.isolation !== undefined && values.on === undefined)
    throw new CommandError('--isolation is a server’s. Add --on postgres://…, or leave it out.');
  const given = Object.keys(values);
  const stray = given.find((name) => !allowed.includes(name));
  if (stray) throw new CommandError(`${command} has no option --${stray}. Leave it out.`);
  if ((command === 'labs' || command === 'bench') && lab !== undefined)
    throw new CommandError(`${command} takes no lab, but was given "${lab}". Leave it out.`);
  const beside = values.all
    ? (lab ?? given.find((name) => !['all', 'threads', 'json'].includes(name)))
    : undefined;
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
