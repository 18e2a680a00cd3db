/** How a session went: by topic, the weakest first, with what was missed and which cards come forward. */
import type { InterviewLesson } from '../../interview/question.ts';
import type { LessonReport, Report } from '../../interview/session.ts';
import { Inline, Paragraphs } from '../learn/Prose.tsx';
import { CardsForward, inTime, Missed, ProofLink } from './parts.tsx';
import { base } from './useInterview.ts';

export interface ReportViewProps {
  report: Report;
  lessons: readonly InterviewLesson[];
  /** Null when all has been answered. */
  onGoOn: (() => void) | null;
  onAgain: () => void;
  onLeave: () => void;
}

export function ReportView({ report, lessons, onGoOn, onAgain, onLeave }: ReportViewProps) {
  const { named, of, answered, tookMs, cards } = report;
  return (
    <div className="iv-report">
      <header className="iv-head">
        <h1 id="iv-title" tabIndex={-1} data-read="">
          {named} of {of} points named
        </h1>
      </header>
      <p className="iv-lede">
        {answered === 1 ? 'One question' : `${answered} questions`}, {inTime(tookMs)} until the answers were
        shown.{' '}
        {named === of
          ? 'Nothing was left out.'
          : 'The topics stand with the weakest first; what you left out stands under each question.'}
      </p>
      {report.lessons.map((lesson) => (
        <LessonPart
          key={lesson.lesson}
          report={lesson}
          lesson={lessons.find(({ slug }) => slug === lesson.lesson)}
        />
      ))}
      <CardsForward cards={cards} />
      <p className="iv-acts">
        {onGoOn !== null && (
          <button className="btn primary" type="button" onClick={onGoOn}>
            Go on
          </button>
        )}
        <button className={`btn ${onGoOn === null ? 'primary' : ''}`} type="button" onClick={onAgain}>
          Other questions, same choice
        </button>
        <button className="btn" type="button" onClick={onLeave}>
          Choose anew
        </button>
      </p>
    </div>
  );
}

function LessonPart({ report, lesson }: { report: LessonReport; lesson: InterviewLesson | undefined }) {
  const id = `iv-${report.lesson}`;
  return (
    <section className="iv-part" aria-labelledby={id} style={{ ['--tint' as string]: lesson?.tint }}>
      <header>
        <h2 id={id}>
          {lesson?.href ? (
            <a href={`${base}${lesson.href}`}>{lesson.title}</a>
          ) : (
            (lesson?.title ?? report.lesson)
          )}
        </h2>
        <p className="num">
          {report.named} of {report.of} points, {inTime(report.tookMs)}
        </p>
      </header>
      <ol>
        {report.questions.map(({ question, named, missed, held, asked, tookMs }) => (
          <li key={question.id}>
            <h3>
              <Inline text={question.ask} />
            </h3>
            <p className="iv-sums num">
              {named} of {question.rubric.length} points, {inTime(tookMs)}
              {asked > 0 && `, ${held} of ${asked} follow-up${asked === 1 ? '' : 's'} held`}
            </p>
            {missed.length > 0 && <Missed points={missed} />}
            {missed.length > 0 && (
              <details className="iv-told">
                <summary>The answer once more</summary>
                <p className="iv-short">
                  <Inline text={question.short} />
                </p>
                <Paragraphs text={question.full} />
              </details>
            )}
            {missed.length > 0 && <ProofLink see={question.proves} />}
          </li>
        ))}
      </ol>
    </section>
  );
}
