import { expect, test } from 'vitest';
import { exploreLab, loadLab, replayLab } from '../engine/support.ts';

const lab = loadLab('secret-not-decoded');

/** One delivery, so one schedule: what it is answered, and the readings that are kept. */
function answered(handler: string, scenario: string) {
  const { moments } = replayLab(lab, 'w1', { handler, scenario });
  const end = moments.at(-1);
  return [end?.tasks['w1']?.end?.status, end?.tables['reading']?.rows.map(({ values }) => values)];
}

test('the example that Standard Webhooks publishes needs the bytes of the secret', () => {
  expect(answered('as-it-stands', 'published')).toEqual([401, []]);
  expect(answered('prefix-cut', 'published')).toEqual([401, []]);
  // 12 of the 24 bytes are above 127, and become two each when they are taken for letters.
  expect(answered('decoded-to-text', 'published')).toEqual([401, []]);
  expect(answered('decoded-to-bytes', 'published')).toEqual([
    200,
    [['msg_p5jXN8AQM9LWM0D4loKWxJek', '{"test": 2432232314}']],
  ]);
});

test('a secret whose bytes are letters hides the difference between text and bytes', () => {
  const kept = [200, [['msg_tide_41', '{"test":41,"centimetres":312}']]];
  expect(answered('decoded-to-text', 'friendly-secret')).toEqual(kept);
  expect(answered('decoded-to-bytes', 'friendly-secret')).toEqual(kept);
  expect(answered('prefix-cut', 'friendly-secret')).toEqual([401, []]);
});

test('strangers are told 401 by every handler', () => {
  // One after the other: one schedule.
  for (const handler of Object.keys(lab.variants))
    expect(exploreLab(lab, { handler, scenario: 'strangers' })).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total: 1, broken: 0 },
    });
});
