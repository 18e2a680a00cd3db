/** `grade`: explores somebody's work in every scenario of an exercise, and counts points. */
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { prepare } from '../engine/experiment.ts';
import { engineProperties } from '../engine/outcomes.ts';
import type { Exercise } from '../grading/exercise.ts';
import { defaultSeeds, type Explored, type Grade, grade, questionsOf } from '../grading/grade.ts';
import { loadExercise, loadExercises } from '../grading/load.ts';
import type { NodeRunner } from '../runner/node.ts';
import { readFile, threadsOf, withRunner } from './choose.ts';
import { toJson } from './explore.ts';
import type { CommandOptions } from './main.ts';
import { CommandError, columns, json, type Report } from './report.ts';

export async function gradeCommand(file: string | undefined, options: CommandOptions): Promise<Report> {
  const ids = () =>
    loadExercises()
      .map(({ id }) => id)
      .join(', ');
  if (options.exercise === undefined)
    throw new CommandError(`grade needs an exercise. Add --exercise with one of: ${ids()}.`);
  const exercise = loadExercise(options.exercise);
  if (file === undefined)
    throw new CommandError(
      `grade needs a handler file, such as content/exercises/${exercise.id}/solution.ts.`,
    );
  const source = readFile(null, file);
  const beside = options.schema === undefined ? besideOf(file) : readFile('schema', options.schema);
  const migration = beside ?? exercise.starter.migration;
  const taken = beside === null ? null : (options.schema ?? sqlBeside(file));
  const seeds = options.seed === undefined ? defaultSeeds : [0, seedOf(options.seed)];
  const result = await withRunner(
    (runner) => gradeWith(runner, exercise, { source, migration }, seeds),
    threadsOf(options),
  );
  const status = result.points === result.of ? 0 : result.verdict.kind === 'inconclusive' ? 2 : 1;
  if (options.json) return { out: json({ migration: taken, ...gradeJson(result) }), talk: '', status };
  return { out: printed(exercise, { file: basename(file), migration: taken }, result), talk: '', status };
}

/** The page and the command line grade with the same functions; this one explores in Node. */
export async function gradeWith(
  runner: NodeRunner,
  exercise: Exercise,
  work: { source: string; migration: string },
  seeds: readonly number[] = defaultSeeds,
): Promise<Grade> {
  const explored = await Promise.all(
    questionsOf(exercise, work, seeds).map(
      async ({ scenario, seed, lab }): Promise<Explored> => ({
        scenario,
        seed,
        exploration: await runner.explore(
          prepare(lab, { scenario, handler: { name: exercise.id, file: 'handler.ts', ...work } }),
        ),
      }),
    ),
  );
  return grade(exercise, explored);
}

export function gradeJson({ explored, ...rest }: Grade) {
  return {
    ...rest,
    explored: explored.map(({ scenario, seed, exploration }) => ({ seed, ...toJson(exploration), scenario })),
  };
}

const sqlBeside = (file: string): string => file.replace(/\.ts$/, '.sql');

/** `mine.sql` beside `mine.ts`, or null. */
function besideOf(file: string): string | null {
  const path = sqlBeside(file);
  return path !== file && existsSync(path) && statSync(path).isFile() ? readFile('schema', path) : null;
}

function seedOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new CommandError(`--seed is "${text}". Write a whole number such as 7.`);
  return Number(text);
}

function printed(
  exercise: Exercise,
  { file, migration }: { file: string; migration: string | null },
  result: Grade,
): string {
  const rows = result.properties.map(({ says, points, of, kind, where }) => {
    const found =
      where === null
        ? ''
        : `${where.broken === null ? '' : `in ${where.broken} of ${where.total} schedules, `}scenario ${where.scenario}${where.seed === 0 ? '' : `, with other names and amounts (seed ${where.seed})`}`;
    return [`${points} of ${of}`, kind, says.replace(/\.$/, ''), found];
  });
  const withMigration =
    migration !== null
      ? `, with the migration ${migration}`
      : exercise.starter.migration === ''
        ? ''
        : ', with the migration of the exercise';
  const lines = [
    `${exercise.title}: ${result.points} of ${result.of} points for ${file}${withMigration}`,
    columns(rows),
  ];
  for (const { exploration } of result.explored) {
    for (const [id, verdict] of Object.entries(exploration.properties)) {
      if (verdict.kind !== 'broken' || !verdict.end || !Object.hasOwn(engineProperties, id)) continue;
      const { line, detail } = verdict.end;
      const told = `  ${file}${line === null ? '' : `:${line}`}  ${detail}`;
      if (!lines.includes(told)) lines.push(told);
    }
  }
  return lines.join('\n');
}
