/** What an exercise adds to its lab, and mistakes in saying so. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadExercise } from '../../../src/grading/load.ts';
import { loadLab } from '../../../src/labs/load.ts';

const root = mkdtempSync(join(tmpdir(), 'effectively-once-'));
afterAll(() => rmSync(root, { recursive: true }));
for (const path of ['labs/double-charge', 'exercises/close-the-gap', 'course.yaml'])
  cpSync(join('content', path), join(root, 'content', path), { recursive: true });

const file = 'content/exercises/close-the-gap/exercise.yaml';
const text = readFileSync(file, 'utf8');
/** Loads close-the-gap with one piece of its file replaced. */
function loadWith(piece: string, other: string) {
  expect(text.split(piece)).toHaveLength(2);
  writeFileSync(join(root, file), text.replace(piece, other));
  return loadExercise('close-the-gap', root);
}

test('a scenario of the exercise’s own is judged after the lab’s, and the lab is left as it is', () => {
  const { scenarios, lab } = loadExercise('close-the-gap');
  expect(scenarios).toEqual(['two-at-once', 'alone']);
  expect(Object.keys(lab.scenarios.alone?.tasks ?? {})).toEqual(['w1']);
  expect(Object.keys(loadLab('double-charge').scenarios)).toEqual(['two-at-once']);
});

test('an exercise may choose among the lab’s scenarios, and its own are judged all the same', () => {
  const { scenarios } = loadWith('ownScenarios:', 'scenarios: [two-at-once]\nownScenarios:');
  expect(scenarios).toEqual(['two-at-once', 'alone']);
});

test('a scenario of the lab cannot be replaced', () => {
  expect(() => loadWith('  alone:\n', '  two-at-once:\n')).toThrow(
    `${file}, key ownScenarios.two-at-once: is a scenario of lab double-charge already. Give it another name.`,
  );
});

test('a task of an own scenario must say what it is given', () => {
  expect(() => loadWith('entry: handle\n', 'entry: consume\n')).toThrow(
    `${file}, key ownScenarios.alone.tasks.w1: enters consume but has neither a message nor a queue. Add message or from.`,
  );
});
