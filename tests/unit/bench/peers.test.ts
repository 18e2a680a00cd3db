/** A peer that is missing is reported with how to get it; one that is there is understood. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readPermutations } from '../../../src/bench/isolation.ts';
import { findIsolationTester } from '../../../src/bench/postgres.ts';
import { sideBySide } from '../../../src/bench/side-by-side.ts';
import { twoByFour } from '../../../src/bench/spec.ts';
import { repetitionsOf, short, whole } from '../../../src/cli/bench.ts';
import { nodeTools } from '../../../src/runner/node-tools.ts';

function folderWith(...files: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  return folder;
}
const testerIn = (version: string) => `${version}/lib/pgxs/src/test/isolation/isolationtester`;

test('without PostgreSQL, isolationtester is not installed, and what to install is said', () => {
  expect(findIsolationTester([folderWith(), '/no/such/folder'])).toEqual({
    missing: 'not installed: apt-get install postgresql-15 postgresql-server-dev-15',
  });
});

test('with a server alone, the package of its own version is named', () => {
  expect(findIsolationTester([folderWith('16/bin/initdb')])).toEqual({
    missing: 'not installed: apt-get install postgresql-16 postgresql-server-dev-16',
  });
});

test('the newest version that has both a server and isolationtester is taken', () => {
  const home = folderWith('9/bin/initdb', testerIn('9'), '15/bin/initdb', testerIn('15'), '16/bin/initdb');
  expect(findIsolationTester([home])).toEqual({
    tester: join(home, testerIn('15')),
    programs: join(home, '15/bin'),
    version: '15',
  });
});

test('a permutation broke the property when its teardown returned a row', () => {
  const output = [
    'Parsed test spec with 2 sessions',
    '',
    'starting permutation: w1_look w2_look',
    'step w1_look: SELECT count(*) FROM charge;',
    'count',
    '-----',
    '    0',
    '(1 row)',
    '',
    'task',
    '----',
    '(0 rows)',
    '',
    '',
    'starting permutation: w2_look w1_look',
    'task',
    '----',
    'w1  ',
    'w2  ',
    '(2 rows)',
    '',
  ].join('\n');
  expect(readPermutations(output)).toEqual({ run: 2, broken: 1 });
  expect(() => readPermutations('starting permutation: w1_look\nERROR')).toThrow(
    'isolationtester printed no rows for "w1_look\nERROR".',
  );
});

test('a spec is measured without its missing peer, which keeps its place in the figures', async () => {
  const missing = 'not installed: apt-get install postgresql-15 postgresql-server-dev-15';
  const result = await sideBySide(twoByFour, await nodeTools(), { missing }, 1);
  expect(result.figures.isolationTester).toEqual({ missing });
  expect(result.ratios.filter(({ to }) => to === 'isolationTester')).toEqual([]);
  expect(result.boot.isolationTester).toBeNull();
  expect(result).toMatchObject({ spec: '2 × 4', schedules: 70, broken: 36 });
});

test('a side that finds something else ends the benchmark', async () => {
  const tools = await nodeTools();
  await expect(sideBySide({ ...twoByFour, broken: 35 }, tools, { missing: '' }, 1)).rejects.toThrow(
    'ours, one by one, for the first time: the handler’s text and each new step are run: 36 of 70 schedules of 2 × 4 broke the property, and 35 should. The sides do not do the same; there are no figures.',
  );
});

test('numbers are printed with three digits that say something', () => {
  expect([0.123, 1.005, 12.34, 123.4, 1234567].map(short)).toEqual([
    '0.12',
    '1.00',
    '12.3',
    '123',
    '1,234,567',
  ]);
  expect([whole(999), whole(1000), whole('281858646216'), whole(-12345)]).toEqual([
    '999',
    '1,000',
    '281,858,646,216',
    '-12,345',
  ]);
});

test('repetitions are a number from 1 to 99, and 7 by default', () => {
  expect([repetitionsOf(undefined), repetitionsOf('1'), repetitionsOf('99')]).toEqual([7, 1, 99]);
  for (const wrong of ['0', '100', '-1', 'many', '1.5'])
    expect(() => repetitionsOf(wrong)).toThrow(
      `--repeat is "${wrong}". Write how often to measure, from 1 to 99.`,
    );
});

test.each([
  [['bench', 'double-charge'], 'bench takes no lab, but was given "double-charge". Leave it out.\n'],
  [['bench', '--handler', 'x'], 'bench has no option --handler. Leave it out.\n'],
  [['bench', '--repeat', '0'], '--repeat is "0". Write how often to measure, from 1 to 99.\n'],
  [
    ['bench', '--memory', '--repeat', '3'],
    '--memory explores a million steps once, so --repeat does nothing. Leave it out.\n',
  ],
])('%j is refused', (args, stderr) => {
  const result = spawnSync(process.execPath, ['src/cli/main.ts', ...args], { encoding: 'utf8' });
  expect({ status: result.status, stdout: result.stdout, stderr: result.stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr,
  });
});
