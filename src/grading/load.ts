/** Reads `content/exercises` (Node only). A mistake names the file, the key and what was expected. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { EngineError } from '../engine/errors.ts';
import type { Lab } from '../engine/lab.ts';
import { engineProperties } from '../engine/outcomes.ts';
import { checkScenarios, loadLab } from '../labs/load.ts';
import { exerciseSchema } from '../schemas/exercise.ts';
import { ContentError, readYaml } from '../schemas/read.ts';
import { type Exercise, pointsOf, type Work } from './exercise.ts';

const directory = 'content/exercises';

/** Every exercise, by lesson and place. @throws {ContentError} */
export function loadExercises(root = process.cwd()): Exercise[] {
  const exercises = exerciseIds(root).map((id) => readExercise(root, id));
  return exercises.sort((a, b) => a.lesson.localeCompare(b.lesson) || a.order - b.order);
}

/** @throws {EngineError} `unknown-exercise` @throws {ContentError} */
export function loadExercise(id: string, root = process.cwd()): Exercise {
  const ids = exerciseIds(root);
  if (!ids.includes(id))
    throw new EngineError(
      'unknown-exercise',
      `There is no exercise "${id}". The exercises are: ${ids.join(', ')}.`,
    );
  return readExercise(root, id);
}

function exerciseIds(root: string): string[] {
  if (!existsSync(join(root, directory))) return [];
  return readdirSync(join(root, directory), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function readExercise(root: string, id: string): Exercise {
  const path = `${directory}/${id}`;
  const file = `${path}/exercise.yaml`;
  const data = readYaml(file, readText(root, file), exerciseSchema);
  const shown = labOf(file, data.lab, root);
  const played = withScenarios(file, shown, data.ownScenarios as Lab['scenarios']);
  const asked = withProperties(file, played, data.properties as Lab['properties']);
  const lab = { ...asked, vary: { ...asked.vary, ...data.vary } };
  const work = (name: string): Work => ({
    source: readText(root, `${path}/${name}.ts`),
    migration: readOptional(root, `${path}/${name}.sql`),
  });
  readText(root, `${path}/prompt.mdx`);
  const exercise: Exercise = {
    ...data,
    id,
    lab,
    scenarios: [...(data.scenarios ?? Object.keys(shown.scenarios)), ...Object.keys(data.ownScenarios)],
    starter: work('starter'),
    solution: work('solution'),
    mutants: Object.fromEntries(
      Object.entries(data.mutants).map(([name, mutant]) => [name, { ...mutant, ...work(`mutants/${name}`) }]),
    ),
  };
  check(root, path, exercise);
  return exercise;
}

/** The lab, with the exercise's own scenarios beside its own. */
function withScenarios(file: string, lab: Lab, scenarios: Lab['scenarios']): Lab {
  const twice = Object.keys(scenarios).find((id) => Object.hasOwn(lab.scenarios, id));
  if (twice !== undefined)
    throw new ContentError(
      file,
      `ownScenarios.${twice}`,
      `is a scenario of lab ${lab.id} already. Give it another name.`,
    );
  checkScenarios(file, 'ownScenarios', scenarios, lab);
  return { ...lab, scenarios: { ...lab.scenarios, ...scenarios } };
}

/** A lab that does not exist is a mistake of the exercise's file. */
function labOf(file: string, id: string, root: string): Lab {
  try {
    return loadLab(id, root);
  } catch (error) {
    if (error instanceof EngineError) throw new ContentError(file, 'lab', error.message);
    throw error;
  }
}

/** The lab, which is asked the exercise's own properties too. */
function withProperties(file: string, lab: Lab, properties: Lab['properties']): Lab {
  const all = { ...lab.properties, ...properties };
  for (const [id, { scenarios = [], ...property }] of Object.entries(properties)) {
    if (Object.hasOwn(lab.properties, id) || Object.hasOwn(engineProperties, id))
      throw new ContentError(file, `properties.${id}`, 'is a property already. Give it another name.');
    const scenario = scenarios.find((each) => !Object.hasOwn(lab.scenarios, each));
    if (scenario !== undefined)
      throw new ContentError(
        file,
        `properties.${id}.scenarios`,
        `"${scenario}" is no scenario of lab ${lab.id}.`,
      );
    const { witness } = { witness: undefined, ...property };
    if (witness !== undefined && all[witness]?.sometimes === undefined)
      throw new ContentError(file, `properties.${id}.witness`, `"${witness}" is no "sometimes" property.`);
  }
  return { ...lab, properties: all };
}

/** Names that refer to one another must exist, and every file must belong to something. */
function check(root: string, path: string, exercise: Exercise): void {
  const file = `${path}/exercise.yaml`;
  const { lab, scenarios, points, mutants, lesson, migration } = exercise;
  const known = (key: string, value: string, values: string[], kind: string) => {
    if (values.includes(value)) return;
    throw new ContentError(file, key, `"${value}" is no ${kind}. Choose one of: ${values.join(', ')}.`);
  };
  for (const scenario of scenarios)
    known('scenarios', scenario, Object.keys(lab.scenarios), `scenario of lab ${lab.id}`);
  const properties = [...Object.keys(lab.properties), ...Object.keys(engineProperties)];
  for (const id of Object.keys(points)) known('points', id, properties, `property of lab ${lab.id}`);
  for (const [name, { breaks, points: few }] of Object.entries(mutants)) {
    known(`mutants.${name}.breaks`, breaks, properties, `property of lab ${lab.id}`);
    if (few >= pointsOf(exercise))
      throw new ContentError(file, `mutants.${name}.points`, 'gives a wrong answer all points. Give fewer.');
  }
  if (Object.keys(mutants).length < 3)
    throw new ContentError(file, 'mutants', 'has fewer than three wrong answers. Add more.');
  const slugs = Object.keys((parseYaml(readOptional(root, 'content/course.yaml')) ?? {}) as object);
  known('lesson', lesson, slugs, 'lesson of content/course.yaml');
  const stray = readdirSync(join(root, path, 'mutants')).find(
    (name) => mutants[name.replace(/\.(ts|sql)$/, '')] === undefined,
  );
  if (stray)
    throw new ContentError(
      `${path}/mutants/${stray}`,
      '',
      'belongs to no mutant of exercise.yaml. Name it there, or remove it.',
    );
  const works: [string, Work][] = [
    ['starter', exercise.starter],
    ['solution', exercise.solution],
    ...Object.entries(mutants),
  ];
  for (const [name, work] of works) {
    if (migration === 'locked' && work.migration !== exercise.starter.migration)
      throw new ContentError(
        file,
        'migration',
        `is locked, but ${name} has another than starter. Let it be editable.`,
      );
  }
}

function readText(root: string, file: string): string {
  if (!existsSync(join(root, file))) throw new ContentError(file, '', 'is missing. Add it.');
  return readFileSync(join(root, file), 'utf8');
}

function readOptional(root: string, file: string): string {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
}
