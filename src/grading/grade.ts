/**
 * Grades work by exploring every schedule of every scenario, under the sample's names and amounts and
 * under others. The page and the command line call the same function with explorers of their own.
 */

import type { Lab, PropertyId } from '../engine/lab.ts';
import { type EnginePropertyId, engineProperties } from '../engine/outcomes.ts';
import type { Count, Exploration, PropertyVerdict } from '../engine/verdict.ts';
import { type Exercise, pointsOf, type Work } from './exercise.ts';
import { checkMigration } from './migration.ts';
import { varied } from './vary.ts';

/** One scenario, explored under one seed. */
export interface Explored {
  scenario: string;
  seed: number;
  exploration: Exploration;
}

export interface PropertyGrade {
  id: PropertyId;
  says: string;
  points: number;
  of: number;
  /** The worst of its verdicts. */
  kind: PropertyVerdict['kind'];
  /** Where that was; null where it holds. */
  where: {
    scenario: string;
    seed: number;
    broken: Count | null;
    total: Count | null;
    schedule: string | null;
  } | null;
}

export interface Grade {
  exercise: string;
  version: number;
  points: number;
  of: number;
  /** Of the whole: broken names the first property that is, in the lab's order. */
  verdict: Exploration['verdict'];
  properties: PropertyGrade[];
  explored: Explored[];
}

/** The sample's own data, and others that nobody has seen. */
export const defaultSeeds: readonly number[] = [0, 7];

/** What has to be explored for a grade, in order. @throws {EngineError} `bad-schema` */
export function questionsOf(
  exercise: Pick<Exercise, 'lab' | 'scenarios' | 'migration' | 'starter'>,
  work: Work,
  seeds: readonly number[] = defaultSeeds,
): { scenario: string; seed: number; lab: Lab }[] {
  checkMigration(exercise, work.migration);
  return seeds.flatMap((seed) => {
    const lab = varied(exercise.lab, seed);
    return exercise.scenarios.map((scenario) => ({ scenario, seed, lab }));
  });
}

/**
 * @param explored - Every exploration that `questionsOf` asks for.
 * @returns points for each property that holds in every one of them in which it is asked.
 */
export function grade(
  exercise: Pick<Exercise, 'id' | 'version' | 'lab' | 'points'>,
  explored: Explored[],
): Grade {
  const loads = explored.every(({ exploration }) => exploration.properties['handler-loads'] === undefined);
  const properties = Object.entries(exercise.points).map(([id, of]): PropertyGrade => {
    const found = worstOf(id, explored);
    const earned = loads && found.kind === 'holds' ? of : 0;
    return { id, says: saysOf(exercise, id), points: earned, of, ...found };
  });
  return {
    exercise: exercise.id,
    version: exercise.version,
    points: properties.reduce((sum, { points }) => sum + points, 0),
    of: pointsOf(exercise),
    verdict: worstVerdict(explored),
    properties,
    explored,
  };
}

const severity = ['broken', 'inconclusive', 'vacuous', 'holds'] as const;

function worstOf(id: PropertyId, explored: Explored[]): Pick<PropertyGrade, 'kind' | 'where'> {
  const verdicts = explored.flatMap(({ scenario, seed, exploration }) =>
    askedOf(id).flatMap((asked) => {
      const verdict = exploration.properties[asked] ?? undecided(asked, exploration);
      return verdict ? [{ verdict, scenario, seed, total: exploration.schedules.total }] : [];
    }),
  );
  for (const kind of severity) {
    const found = verdicts.find(({ verdict }) => verdict.kind === kind);
    if (!found) continue;
    if (kind === 'holds') return { kind, where: null };
    const { verdict, scenario, seed, total } = found;
    const broken = verdict.kind === 'broken' ? verdict.broken : null;
    const schedule = verdict.kind === 'broken' ? verdict.schedule : null;
    return { kind, where: { scenario, seed, broken, total, schedule } };
  }
  // A property of the engine is listed only where it is broken; a handler that does not load has no other.
  if (isEngineProperty(id)) return { kind: 'holds', where: null };
  const first = explored[0];
  const where = {
    scenario: first?.scenario ?? '',
    seed: first?.seed ?? 0,
    broken: null,
    total: null,
    schedule: null,
  };
  return { kind: 'vacuous', where };
}

/** The engine's properties are listed only where they break: a search that gave up tells nothing of the rest. */
function undecided(id: PropertyId, { properties }: Exploration): PropertyVerdict | undefined {
  if (!isEngineProperty(id)) return undefined;
  return Object.values(properties).find(({ kind }) => kind === 'inconclusive');
}

/** Who hangs or never finishes fails on the way to an answer too, whichever words an exercise has for it. */
const askedOf = (id: PropertyId): PropertyId[] =>
  id === 'throws' ? ['throws', 'hangs', 'never-finishes'] : [id];

function worstVerdict(explored: Explored[]): Exploration['verdict'] {
  for (const kind of severity) {
    const found = explored.find(({ exploration }) => exploration.verdict.kind === kind);
    if (found) return found.exploration.verdict;
  }
  return { kind: 'holds' };
}

const isEngineProperty = (id: string): id is EnginePropertyId => Object.hasOwn(engineProperties, id);

function saysOf({ lab }: Pick<Exercise, 'lab'>, id: PropertyId): string {
  return lab.properties[id]?.says ?? (isEngineProperty(id) ? engineProperties[id] : id);
}
