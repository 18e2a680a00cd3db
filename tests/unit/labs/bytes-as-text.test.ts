import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadLab, replayLab } from '../engine/support.ts';

const lab = loadLab('bytes-as-text');
const labels = ['plain-label', 'umlaut', 'old-umlaut', 'byte-order-mark', 'preview'];

/** One delivery, so one schedule: what it is answered, and the digests that are kept. */
function answered(handler: string, scenario: string) {
  const { moments } = replayLab(lab, 'w1', { handler, scenario });
  const end = moments.at(-1);
  return [
    end?.tasks['w1']?.end?.status,
    ...(end?.tables['plate']?.rows.map(({ values }) => values[0]) ?? []),
  ];
}

test('the bytes are accepted, whatever they are, and the digest is that of what was sent', () => {
  const sent = [
    Buffer.from('Zurich; a mill'),
    Buffer.from('Zürich; a mill'),
    Buffer.from('Zürich; a mill', 'latin1'),
    Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from('Zurich; a mill')]),
    Buffer.from('ffd8ffe000104a46494600', 'hex'),
  ];
  expect(labels.map((scenario) => answered('bytes', scenario))).toEqual(
    sent.map((bytes) => [200, createHash('sha256').update(bytes).digest('hex')]),
  );
});

test.each([
  // UTF-8 has no place for FC alone, nor for FF; a decoder drops a byte order mark unless told not to;
  // a letter above 127 is two bytes in UTF-8.
  ['text', 200, 200, 401, 401, 401],
  ['text-with-its-mark', 200, 200, 401, 200, 401],
  ['letter-for-byte', 200, 401, 401, 401, 401],
])('%s refuses what does not survive it', (handler, ...statuses) => {
  expect(labels.map((scenario) => answered(handler, scenario)[0])).toEqual(statuses);
});

test('a stranger is refused by every handler', () => {
  for (const handler of Object.keys(lab.variants)) expect(answered(handler, 'forged')).toEqual([401]);
});
