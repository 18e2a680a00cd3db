/** What the command line says about itself, and whether it is true. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { gradeCommand } from '../../../src/cli/grade.ts';
import { helpOf, helps, optionsOf, usage } from '../../../src/cli/help.ts';

const folder = mkdtempSync(join(tmpdir(), 'effectively-once-'));
afterAll(() => rmSync(folder, { recursive: true }));

function once(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/cli/main.ts', ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('the list of commands names each with a line, and what the exit statuses mean', () => {
  expect(usage()).toBe(`Usage: npm run -s once -- <command> [options]

  labs                          list the labs, with their scenarios and handlers
  explore <lab>                 every schedule: verdict, figures, smallest counterexample
  replay <lab>                  one schedule, step by step
  grade <file.ts> --exercise E  points for a handler, in every schedule of every scenario
  quiz <lesson> --to F          a lesson’s checkpoint for other systems
  deck <file> --to F            cards in another format, or one of our decks by --deck
  bench                         the engine beside its peers, in ratios; takes minutes

Options and examples of one command

  npm run -s once -- <command> --help

Data goes to stdout, talk to stderr. Exit status

  0  passed: what was asked for holds, or was done
  1  failed: explore and grade alone
  2  it could not be done, or a limit came first; one sentence says why and what to do`);
});

test('the help of grade says which migration it takes', () => {
  expect(
    helpOf('grade', helps['grade'] as never),
  ).toBe(`Usage: npm run -s once -- grade <file.ts> --exercise E [options]

Points for a handler, in every schedule of every scenario. If a file of the same name with the
ending .sql stands beside the handler, mine.sql beside mine.ts, it is taken as the migration, and
the report names it. Otherwise the one that the exercise begins with is.

Options
  --exercise E  which exercise; without it, all are named
  --schema F    this migration (SQL), and no other
  --seed N      other names and amounts than the usual ones, besides those of the text
  --threads N   as many explorations at once, 1 to 8
  --json        data instead of a report

Examples
  npm run -s once -- grade content/exercises/close-the-gap/solution.ts --exercise close-the-gap

Exit status
  0  all points
  1  fewer
  2  it could not be done, or a limit came first; one sentence says why and what to do`);
});

test('help is asked for in three ways, and of a command there is not in none', () => {
  const help = { status: 0, stdout: `${helpOf('labs', helps['labs'] as never)}\n`, stderr: '' };
  expect(once('labs', '--help')).toEqual(help);
  expect(once('help', 'labs')).toEqual(help);
  expect(once('-h')).toEqual({ status: 0, stdout: `${usage()}\n`, stderr: '' });
  expect(once()).toEqual({ status: 2, stdout: '', stderr: `${usage()}\n` });
  expect(once('explode', '--help')).toEqual({
    status: 2,
    stdout: '',
    stderr:
      'There is no command "explode". The commands are labs, explore, replay, grade, quiz, deck and bench.\n',
  });
}, 240_000);

test('an option that would do nothing is refused, --json too', () => {
  expect(once('quiz', 'races', '--to', 'gift', '--json')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'quiz has no option --json. Leave it out.\n',
  });
}, 60_000);

test.each(
  Object.entries(helps).flatMap(([command, help]) =>
    help.examples.map((example) => ({ command, help, example })),
  ),
)(
  'the example "$example" is of its command, with options that are explained',
  ({ command, help, example }) => {
    expect(example.split(' ')[0]).toBe(command);
    const takes = optionsOf(help);
    for (const [, option] of example.matchAll(/--([a-z]+)/g)) expect(takes).toContain(option);
    for (const [file] of example.matchAll(/content\/\S+/g)) expect(existsSync(file)).toBe(true);
  },
);

test('grade names the migration that it took from beside the handler', async () => {
  for (const ending of ['ts', 'sql'])
    copyFileSync(`content/exercises/close-the-gap/solution.${ending}`, join(folder, `mine.${ending}`));
  copyFileSync('content/exercises/close-the-gap/solution.ts', join(folder, 'bare.ts'));
  const options = { exercise: 'close-the-gap' };
  const sql = join(folder, 'mine.sql');
  const { out } = await gradeCommand(join(folder, 'mine.ts'), options);
  expect(out.split('\n')[0]).toMatch(new RegExp(`points for mine\\.ts, with the migration ${sql}$`));
  const bare = await gradeCommand(join(folder, 'bare.ts'), { ...options, json: true });
  expect(JSON.parse(bare.out)).toMatchObject({ migration: null });
}, 240_000);
