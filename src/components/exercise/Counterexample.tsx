/** The smallest way to break it, to be played; or, where nothing breaks, the lab to look around in. */
import { useEffect, useState } from 'react';
import type { Lab } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';
import type { Work } from '../../grading/exercise.ts';
import type { Grade } from '../../grading/grade.ts';
import { varied } from '../../grading/vary.ts';
import { sentence } from '../lab/not-loaded.ts';
import RaceLab from '../lab/RaceLab.tsx';
import type { ShownExercise } from './exercise-data.ts';
import { handlerName, playable } from './playable.ts';

interface Play {
  key: string;
  lab: Lab;
  scenario: string;
  schedule: string;
  broken: boolean;
  says: string;
}

export function Counterexample({
  exercise,
  grade,
  work,
  stale,
}: {
  exercise: ShownExercise;
  grade: Grade;
  work: Work;
  /** The text has changed since it was graded. */
  stale: boolean;
}) {
  const play = playOf(exercise, grade, work);
  const [trace, setTrace] = useState<{ key: string; trace: Trace } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names everything that is asked
  useEffect(() => {
    if (!play) return;
    let here = true;
    setProblem(null);
    import('../../runner/client.ts')
      .then(({ labClient }) => labClient().replay(playable(play.lab, play.scenario, work), play.schedule))
      .then(
        (answer) => {
          if (!here) return;
          if (answer.kind === 'trace') setTrace({ key: play.key, trace: answer.trace });
          else setProblem(answer.message);
        },
        (error: unknown) => here && setProblem(sentence(error)),
      );
    return () => {
      here = false;
    };
  }, [play?.key]);

  if (!play) return null;
  const explorations = Object.fromEntries(
    grade.explored
      .filter(({ seed }) => seed === seedOf(grade))
      .map(({ scenario, exploration }) => [`${scenario}/${handlerName}`, exploration]),
  );
  return (
    <figure className="cxf">
      <header>
        <h2>{play.broken ? 'The smallest way to break it' : 'Your handler, to play with'}</h2>
        <p>
          {play.says}
          {stale && ' This is the text before your last change.'}
        </p>
      </header>
      {problem && <p className="lab-note">{problem}</p>}
      {trace?.key === play.key ? (
        <RaceLab
          key={play.key}
          lab={play.lab}
          scenario={play.scenario}
          handler={handlerName}
          schedule={play.schedule}
          trace={trace.trace}
          explorations={explorations}
          ownHandler
        />
      ) : (
        !problem && (
          <p className="lab-note" role="status">
            Replaying.
          </p>
        )
      )}
    </figure>
  );
}

/** The seed whose schedule is shown: that of the first property that is broken, else the sample's. */
const seedOf = ({ properties }: Grade) => firstBroken(properties)?.where?.seed ?? 0;

const firstBroken = (properties: Grade['properties']) =>
  properties.find(({ kind, where }) => kind === 'broken' && where?.schedule !== null);

function playOf(exercise: ShownExercise, grade: Grade, work: Work): Play | null {
  const failed = firstBroken(grade.properties);
  if (grade.explored.some(({ exploration }) => exploration.properties['handler-loads'])) return null;
  const scenario = failed?.where?.scenario ?? exercise.scenarios[0] ?? '';
  const seed = failed?.where?.seed ?? 0;
  const schedule = failed?.where?.schedule ?? '';
  const lab = {
    ...varied(exercise.lab, seed),
    variants: { [handlerName]: { ...work, expect: {}, mutants: [] } },
  };
  const others =
    seed === 0
      ? ''
      : ' Names and amounts are not those of the sample: a handler must not know them by heart.';
  return {
    key: JSON.stringify([work, scenario, seed, schedule]),
    lab,
    scenario,
    schedule,
    broken: failed !== undefined,
    says: failed
      ? `${movesBreak(schedule.split(' ').length)} “${failed.says.replace(/\.$/, '')}”.${others}`
      : 'Nothing breaks it. Move the workers yourself, and see how it gets through.',
  };
}

const movesBreak = (moves: number) => (moves === 1 ? 'This move breaks' : `These ${moves} moves break`);
