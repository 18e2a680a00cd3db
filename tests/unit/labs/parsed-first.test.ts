import { expect, test } from 'vitest';
import { exploreLab, loadLab, replayLab } from '../engine/support.ts';

const lab = loadLab('parsed-first');

/** One delivery, so one schedule: what it is answered, and what is paid. */
function answered(handler: string, scenario: string) {
  const { moments } = replayLab(lab, 'w1', { handler, scenario });
  const end = moments.at(-1);
  const paid = end?.tables['payment']?.rows.map(({ values }) => values.join(' '));
  return [end?.tasks['w1']?.end?.status, ...(paid ?? ['?'])];
}

test.each([
  // JSON.stringify writes neither spaces nor a fraction of .00; with an indent of 2 it writes the spaces.
  ['stringify-again', [200, 'evt_1 violin-2 9800'], [400], [400]],
  ['pretty-again', [400], [200, 'evt_2 violin-3 12500'], [400]],
  ['raw-first', [200, 'evt_1 violin-2 9800'], [200, 'evt_2 violin-3 12500'], [200, 'evt_3 violin-4 12500']],
])('%s accepts what it happens to write as the provider does', (handler, ...answers) => {
  const genuine = ['test-event', 'with-spaces', 'with-cents'];
  expect(genuine.map((scenario) => answered(handler, scenario))).toEqual(answers);
});

test('who only warns lets everybody in', () => {
  expect(answered('log-and-go-on', 'forged')).toEqual([200, 'evt_4 violin-5 9800']);
  expect(answered('log-and-go-on', 'an-hour-old')).toEqual([200, 'evt_5 violin-6 9800']);
  const { events } = replayLab(lab, 'w1', { handler: 'log-and-go-on', scenario: 'forged' });
  expect(events[0]?.logs).toEqual(['The signature does not fit.']);
});

test('a forged and a stale delivery are refused by the others', () => {
  for (const handler of ['stringify-again', 'pretty-again', 'raw-first'])
    for (const scenario of ['forged', 'an-hour-old']) expect(answered(handler, scenario)).toEqual([400]);
});

test('the body as it came holds everywhere', () => {
  for (const scenario of Object.keys(lab.scenarios))
    expect(exploreLab(lab, { handler: 'raw-first', scenario })).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total: 1, broken: 0 },
    });
});
