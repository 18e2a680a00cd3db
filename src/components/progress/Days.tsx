/** Days of reviewing: how regular, how well remembered, what is coming. */
import { dayMs } from '../../cards/day.ts';
import { answersByDay, forecast, type HeatDay, heat, remembered, streak } from '../../cards/stats.ts';
import type { Cards } from '../cards/useCards.ts';

export function Days({ cards: { collection, clock } }: { cards: Cards }) {
  const days = answersByDay(collection);
  const { today } = clock;
  const share = remembered(collection, today);
  const coming = forecast(collection, clock);
  const row = streak(days, today);
  if (days.size === 0)
    return (
      <section aria-labelledby="pg-days">
        <h2 id="pg-days">Cards</h2>
        <p>
          No card answered yet. <a href="/cards/">The decks</a> wait; a few minutes a day are enough.
        </p>
      </section>
    );
  return (
    <section className="pg-days" aria-labelledby="pg-days">
      <h2 id="pg-days">Cards</h2>
      <p>
        {streakWords(row)} {rememberedWords(share)}
      </p>
      <Heat weeks={heat(days, today)} today={today} />
      <Forecast coming={coming} today={today} />
    </section>
  );
}

function streakWords({ days, today, ofThirty }: ReturnType<typeof streak>): string {
  const thirty = `${ofThirty} of the last thirty days had answers.`;
  if (days < 2) return thirty;
  return `${days} days in a row${today ? '' : ', and today is still open'}. ${thirty}`;
}

function rememberedWords({ right, of }: ReturnType<typeof remembered>): string {
  if (of === 0) return 'No card has come back after days yet.';
  return `Of ${of} ${of === 1 ? 'card' : 'cards'} asked after days, ${right} ${right === 1 ? 'was' : 'were'} still known (${Math.round((100 * right) / of)} %).`;
}

function dateOf(day: number, options: Intl.DateTimeFormatOptions): string {
  return new Date(day * dayMs).toLocaleDateString('en-GB', { timeZone: 'UTC', ...options });
}

/** Half a year, a column for each week. Shade and size both grow, so that colour is not needed. */
function Heat({ weeks, today }: { weeks: HeatDay[][]; today: number }) {
  const all = weeks.flat();
  const answers = all.reduce((sum, day) => sum + day.answers, 0);
  const busy = all.filter((day) => day.answers > 0);
  const first = all[0]?.day ?? today;
  const words = `${answers} ${answers === 1 ? 'answer' : 'answers'} on ${busy.length} ${
    busy.length === 1 ? 'day' : 'days'
  } since ${dateOf(first, { day: 'numeric', month: 'long' })}`;
  return (
    <figure className="pg-heat">
      <svg viewBox={`0 0 ${weeks.length * 14} 98`} role="img" aria-label={`${words}.`}>
        {weeks.map((week, column) =>
          week.map(({ day, answers: count, level }, line) => {
            const size = 4 + 2 * level;
            return (
              <rect
                key={day}
                className={`l${level}${day === today ? ' today' : ''}`}
                x={column * 14 + 7 - size / 2}
                y={line * 14 + 7 - size / 2}
                width={size}
                height={size}
              >
                <title>{`${dateOf(day, { day: 'numeric', month: 'long' })}: ${count}`}</title>
              </rect>
            );
          }),
        )}
      </svg>
      <figcaption>{words}. A column is a week, from Monday to Sunday.</figcaption>
    </figure>
  );
}

function Forecast({ coming, today }: { coming: number[]; today: number }) {
  const most = Math.max(1, ...coming);
  return (
    <table className="pg-forecast">
      <caption>What comes back in the next two weeks</caption>
      <tbody>
        {coming.map((count, index) => (
          // Days have no other name than their distance from today.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <tr key={index}>
            <th scope="row">
              {index === 0
                ? 'Today'
                : dateOf(today + index, { weekday: 'short', day: 'numeric', month: 'short' })}
            </th>
            <td>{count}</td>
            <td aria-hidden="true">
              <span style={{ inlineSize: `${(100 * count) / most}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
