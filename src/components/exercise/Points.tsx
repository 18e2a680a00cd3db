/** What holds, what does not, and what each is worth. */
import type { Grade, PropertyGrade } from '../../grading/grade.ts';
import { VerdictIcon } from '../lab/marks.tsx';
import { brokenIn, formatCount } from '../lab/words.ts';
import type { ShownExercise } from './exercise-data.ts';
import type { Running } from './useGrading.ts';

interface PointsProps {
  exercise: ShownExercise;
  of: number;
  grade: Grade | null;
  /** The text has changed since it was graded. */
  stale: boolean;
  running: Running | null;
  problem: string | null;
  best: { points: number; of: number } | null;
  attempts: number;
}

export function Points({ exercise, of, grade, stale, running, problem, best, attempts }: PointsProps) {
  return (
    <>
      <p className="panel-v" role="status">
        {running ? (
          <span className="big-v open">
            <span>
              <b>Checking</b>
              <span>
                {running.done} of {running.of} done, {formatCount(running.schedules)} schedules tried
              </span>
            </span>
          </span>
        ) : problem ? (
          <span className="big-v inconclusive">
            <VerdictIcon kind="inconclusive" />
            <span>
              <b>Not graded</b>
              <span>{problem}</span>
            </span>
          </span>
        ) : grade ? (
          <span className={`big-v ${grade.verdict.kind}${stale ? ' stale' : ''}`}>
            <VerdictIcon kind={grade.verdict.kind} />
            <span>
              <b>{words[grade.verdict.kind]}</b>
              <span>
                {grade.points} of {grade.of} points{stale ? ', for the text before your last change' : ''}
              </span>
            </span>
          </span>
        ) : (
          <span className="big-v open">
            <VerdictIcon kind="open" />
            <span>
              <b>Not checked yet</b>
              <span>{of} points to win</span>
            </span>
          </span>
        )}
      </p>
      <ul className="props">
        {(grade?.properties ?? unknown(exercise)).map((property) => (
          <li key={property.id} className={property.kind ?? 'open'}>
            <VerdictIcon kind={property.kind ?? 'open'} />
            <div>
              <b>{property.says.replace(/\.$/, '')}</b>
              {property.kind && <small>{found(property as PropertyGrade, exercise)}</small>}
            </div>
            <em>
              {property.kind ? `${property.points} of ` : ''}
              {property.of}
              {property.kind ? '' : property.of === 1 ? ' point' : ' points'}
            </em>
          </li>
        ))}
      </ul>
      <p className="panel-n">
        {best
          ? `Best so far: ${best.points} of ${best.of} points, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}.`
          : 'Every schedule of every scenario is tried, with the names and amounts you see and with others.'}
      </p>
    </>
  );
}

const words = { holds: 'Holds', broken: 'Broken', vacuous: 'Vacuous', inconclusive: 'Inconclusive' };

/** Before the first check: what will be asked. */
function unknown({ points, lab }: ShownExercise) {
  return Object.entries(points).map(([id, of]) => ({
    id,
    says: lab.properties[id]?.says ?? 'No handler fails on the way to its answer.',
    of,
    points: 0,
    kind: null,
  }));
}

function found({ kind, where }: PropertyGrade, { lab, scenarios }: ShownExercise): string {
  if (where === null) return 'Holds in every schedule';
  const scenario = lab.scenarios[where.scenario]?.says ?? where.scenario;
  const place = `${where.seed === 0 ? '' : ', with other names and amounts'}${scenarios.length > 1 ? ` of “${scenario}”` : ''}`;
  switch (kind) {
    case 'broken':
      return where.broken === null
        ? `Broken${place}`
        : `Broken ${brokenIn(where.broken, where.total ?? 0)}${place}`;
    case 'vacuous':
      return `What it speaks of never happens${place}`;
    case 'inconclusive':
      return `The search came to a limit first${place}`;
    case 'holds':
      return 'Holds in every schedule';
  }
}
