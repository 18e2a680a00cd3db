import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A folder with nothing in it but what CONTRIBUTING.md tells an author to write. */
const folder = mkdtempSync(path.join(tmpdir(), 'effectively-once-author-'));

beforeAll(() => {
  const recipe = readFileSync('CONTRIBUTING.md', 'utf8');
  for (const [, file, text] of recipe.matchAll(/^```\w+ (content\/\S+)\n(.*?)^```$/gms)) {
    mkdirSync(path.dirname(path.join(folder, file!)), { recursive: true });
    writeFileSync(path.join(folder, file!), text!);
  }
  // An exercise belongs to a lesson of the course.
  copyFileSync('content/course.yaml', path.join(folder, 'content/course.yaml'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function once(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.resolve('src/cli/main.ts'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('the example handler of CONTRIBUTING is broken: one seat is sold twice', () => {
  const { status, stdout } = once('explore', 'last-seat', '--json');
  expect(status).toBe(1);
  // By hand: a booking is a look, an update, an insert; it stops after a look that comes after the other's
  // update. The other way round is the same, so the smallest harm has two looks first and three parts.
  expect(JSON.parse(stdout)).toMatchObject({
    lab: 'last-seat',
    handler: 'count-then-book',
    verdict: { kind: 'broken', property: 'one-ticket-per-seat' },
    counterexample: { schedule: 'w1 w2 w2 w2 w1 w1' },
  });
});

test('the example repair of CONTRIBUTING holds', () => {
  const { status, stdout } = once('explore', 'last-seat', '--handler', 'take-then-book', '--json');
  expect(status).toBe(0);
  // By hand: the winner takes two steps, the loser one. The first to move wins, and the loser's step comes
  // before or after the winner's second: two winners, two places, 4 schedules.
  expect(JSON.parse(stdout)).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 4, broken: 0 },
  });
});

test('the example lab of CONTRIBUTING keeps its promises', () => {
  expect(once('explore', '--all')).toMatchObject({ status: 0 });
});

test.each([
  // Points: one ticket 5, sold 2, true 2, never throws 1.
  ['solution', 10, { kind: 'holds' }],
  // Both look before either takes, and two tickets are sold: the 5 are lost, once or twice looked.
  ['starter', 5, { kind: 'broken', property: 'one-ticket-per-seat' }],
  ['mutants/looks-twice', 5, { kind: 'broken', property: 'one-ticket-per-seat' }],
  // Both take, both see -1, both are sent away: no ticket at the end, and the 2 for that.
  ['mutants/takes-then-looks', 8, { kind: 'broken', property: 'seat-is-sold' }],
  // The loser is told 201 as well: two such answers and one ticket.
  ['mutants/thanks-the-loser', 8, { kind: 'broken', property: 'answers-are-true' }],
])('the example exercise of CONTRIBUTING gives its %s %i of 10 points', (name, points, verdict) => {
  const file = `content/exercises/sell-the-seat/${name}.ts`;
  const { stdout } = once('grade', file, '--exercise', 'sell-the-seat', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ points, of: 10, verdict });
});
