/** What a task says must hold is what is graded, in the same words. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadExercises } from '../../../src/grading/load.ts';

const exercises = loadExercises();
const plain = (text: string) => text.replaceAll('’', "'").replace(/\.$/, '');

test.each(exercises)(
  '$id: its task lists each graded property once, in the words of the grade',
  ({ id, points, lab }) => {
    const prompt = readFileSync(`content/exercises/${id}/prompt.mdx`, 'utf8');
    const listed = [...prompt.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, words]) => plain(words ?? ''));
    const graded = Object.keys(points).map((property) =>
      plain(lab.properties[property]?.says ?? 'No handler fails on the way to its answer.'),
    );
    expect(listed.toSorted()).toEqual(graded.toSorted());
  },
);

test.each(exercises)('$id: its task says what is given, what stays and what must hold', ({ id }) => {
  const prompt = readFileSync(`content/exercises/${id}/prompt.mdx`, 'utf8');
  expect([...prompt.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
    'What is given',
    'What stays as it is',
    'What must hold',
  ]);
});
