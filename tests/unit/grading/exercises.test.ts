/** Every exercise: what it begins with fails, its solution gets all points, each wrong answer its own grade. */
import { afterAll, expect, test } from 'vitest';
import { gradeWith } from '../../../src/cli/grade.ts';
import { pointsOf } from '../../../src/grading/exercise.ts';
import { loadExercises } from '../../../src/grading/load.ts';
import { NodeRunner } from '../../../src/runner/node.ts';

const runner = new NodeRunner();
afterAll(() => runner.close());
const exercises = loadExercises();

test.each(exercises)('$id: its starter loads, and does not get all points', async (exercise) => {
  const result = await gradeWith(runner, exercise, exercise.starter);
  expect(result.points).toBeLessThan(result.of);
  expect(result.verdict).not.toEqual({ kind: 'broken', property: 'handler-loads' });
});

test.each(exercises)(
  '$id: its solution gets all points, whatever the names and amounts',
  async (exercise) => {
    for (const seeds of [[0], [7], [123_456]]) {
      const result = await gradeWith(runner, exercise, exercise.solution, seeds);
      expect(result).toMatchObject({ points: pointsOf(exercise), verdict: { kind: 'holds' } });
    }
  },
);

const mutants = exercises.flatMap((exercise) =>
  Object.entries(exercise.mutants).map(([name, mutant]) => ({ id: exercise.id, name, mutant, exercise })),
);
test.each(mutants)('$id: the wrong answer $name gets exactly its grade', async ({ exercise, mutant }) => {
  const { points, verdict } = await gradeWith(runner, exercise, mutant);
  expect({ points, property: 'property' in verdict ? verdict.property : verdict.kind }).toEqual({
    points: mutant.points,
    property: mutant.breaks,
  });
});
