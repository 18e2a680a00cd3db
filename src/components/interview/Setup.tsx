/** What to be asked: topics, how many questions, and a clock or none. */
import { type FormEvent, useState } from 'react';
import type { InterviewData } from '../../interview/question.ts';
import { clocks, type Length, lengths, type MinutesEach, type Plan } from '../../interview/session.ts';

export interface SetupProps {
  data: InterviewData;
  /** A session that was begun and not finished. */
  open: { session: string; answered: number; of: number } | null;
  /** How much was named the last time, by lesson. */
  named: ReadonlyMap<string, { named: number; of: number; questions: number }>;
  onStart: (plan: Omit<Plan, 'seed'>) => void;
  onGoOn: (session: string) => void;
}

export function Setup({ data, open, named, onStart, onGoOn }: SetupProps) {
  const all = data.lessons.map(({ slug }) => slug);
  const [chosen, setChosen] = useState<readonly string[]>(all);
  const [length, setLength] = useState<Length>(5);
  const [minutes, setMinutes] = useState<MinutesEach>(2);
  const count = data.questions.filter(({ lesson }) => chosen.includes(lesson)).length;

  function toggle(slug: string) {
    setChosen(all.filter((other) => (other === slug ? !chosen.includes(slug) : chosen.includes(other))));
  }

  function start(event: FormEvent) {
    event.preventDefault();
    if (count === 0) return;
    onStart({ lessons: chosen.length === all.length ? [] : [...chosen], length, minutes });
  }

  return (
    <form className="iv-setup" onSubmit={start}>
      {open !== null && (
        <p className="iv-open">
          <span>
            You were interrupted: {open.answered} of {open.of} questions answered.
          </span>
          <button className="btn primary" type="button" onClick={() => onGoOn(open.session)}>
            Go on
          </button>
        </p>
      )}
      <fieldset>
        <legend>Topics</legend>
        <ul className="iv-topics">
          {data.lessons.map(({ slug, number, title, tint }) => (
            <li key={slug} style={{ ['--tint' as string]: tint }}>
              <label>
                <input type="checkbox" checked={chosen.includes(slug)} onChange={() => toggle(slug)} />
                <b>{number}</b>
                <span>{title}</span>
                <span className="quiet num">
                  {standing(data.questions.filter(({ lesson }) => lesson === slug).length, named.get(slug))}
                </span>
              </label>
            </li>
          ))}
        </ul>
        <p className="iv-all">
          <button className="btn plain" type="button" onClick={() => setChosen(all)}>
            All
          </button>
          <button className="btn plain" type="button" onClick={() => setChosen([])}>
            None
          </button>
        </p>
      </fieldset>
      <div className="iv-choices">
        <fieldset>
          <legend>How many</legend>
          <div className="seg">
            {lengths.map((each) => (
              <label key={each ?? 'all'}>
                <input
                  type="radio"
                  name="length"
                  checked={length === each}
                  onChange={() => setLength(each)}
                />
                {each ?? 'All'}
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend>Minutes for each</legend>
          <div className="seg">
            {clocks.map((each) => (
              <label key={each ?? 'none'}>
                <input
                  type="radio"
                  name="clock"
                  checked={minutes === each}
                  onChange={() => setMinutes(each)}
                />
                {each ?? 'No clock'}
              </label>
            ))}
          </div>
        </fieldset>
      </div>
      <p className="iv-go">
        <button className="btn primary big" type="submit" aria-disabled={count === 0}>
          Ask me {Math.min(count, length ?? count)} {count === 1 ? 'question' : 'questions'}
        </button>
        <span role="status">{count === 0 ? 'Choose at least one topic.' : ''}</span>
      </p>
    </form>
  );
}

/** "12 questions", and once some were asked "5 of 12 asked, 60 % named". */
function standing(count: number, last: { named: number; of: number; questions: number } | undefined): string {
  if (last === undefined) return `${count} ${count === 1 ? 'question' : 'questions'}`;
  return `${last.questions} of ${count} asked, ${Math.round((100 * last.named) / last.of)} % named`;
}
