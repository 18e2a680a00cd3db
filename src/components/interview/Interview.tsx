/** The interview drill: choose, answer, hear how it went. An island. */
import {
  namedByLesson,
  openSession,
  parsePlan,
  printPlan,
  questionsOf,
  seedFrom,
} from '../../interview/session.ts';
import { uuid } from '../../progress/uuid.ts';
import { useSessionAddress } from './address.ts';
import { Drill } from './Drill.tsx';
import { Setup } from './Setup.tsx';
import './interview.css';
import { useInterview } from './useInterview.ts';

export default function Interview() {
  const { ready, trouble } = useInterview();
  const { session, known, pressed, go } = useSessionAddress();
  const plan = session === null ? null : parsePlan(session);
  const questions = ready === null || plan === null ? [] : questionsOf(plan, ready.data.questions);
  return (
    <div className="wrap iv-place">
      {trouble !== null && (
        <p className="trouble" role="alert">
          {trouble}
        </p>
      )}
      {ready === null || !known ? (
        <p className="iv-wait">The questions are being fetched.</p>
      ) : session !== null && questions.length > 0 && plan !== null ? (
        <Drill
          key={session}
          {...ready}
          session={session}
          begun={pressed}
          questions={questions}
          minutes={plan.minutes}
          onAgain={() => go(printPlan({ ...plan, seed: seedFrom(uuid()) }))}
          onLeave={() => go(null)}
        />
      ) : (
        <>
          {session !== null && (
            <p className="trouble">
              The address names no session that could be found here. Choose what to be asked below.
            </p>
          )}
          <Setup
            data={ready.data}
            named={namedByLesson(ready.events, ready.data.questions)}
            open={openSession(ready.events, ready.data.questions)}
            onStart={(chosen) => go(printPlan({ ...chosen, seed: seedFrom(uuid()) }))}
            onGoOn={go}
          />
        </>
      )}
    </div>
  );
}
