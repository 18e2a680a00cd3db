import { expect, test } from 'vitest';
import { prints } from '../../../src/components/lesson/figures/fingerprints.ts';
import { keyOutcomes } from '../../../src/components/lesson/figures/key-outcomes.ts';
import { linesOf } from '../../../src/components/lesson/figures/key-outcomes-view.ts';
import {
  fields,
  keyStoreSize,
  readField,
  sizeWords,
  turnoverWords,
} from '../../../src/components/lesson/figures/key-store-size.ts';
import { placeOf } from '../../../src/components/lesson/figures/last-retries.ts';
import { loadLab, replayLab } from '../engine/support.ts';

test('a thousand new keys a second, kept for a day, make 86.4 million rows and 17.28 GB', () => {
  // 1000 · 24 · 3600 = 86,400,000 rows; times 200 bytes = 17,280,000,000.
  const load = { perSecond: 1000, hours: 24, bytesPerRow: 200 };
  expect(keyStoreSize(load)).toEqual({ rows: 86_400_000, bytes: 17_280_000_000 });
  expect(sizeWords(keyStoreSize(load))).toBe('86.4 million rows and 17.28\u00a0GB');
  expect(turnoverWords(load)).toBe(
    'Once it is full, 1,000 rows are written every second, and 1,000 deleted.',
  );
});

test('sizes far from that have their units too', () => {
  // 0.01 · 3600 = 36 rows of 32 bytes: 1152. 10⁶ · 8760 · 3600 = 3.1536 · 10¹³ rows of 10⁶ bytes.
  expect(sizeWords(keyStoreSize({ perSecond: 0.01, hours: 1, bytesPerRow: 32 }))).toBe(
    '36 rows and 1.15\u00a0kB',
  );
  expect(sizeWords(keyStoreSize({ perSecond: 1e6, hours: 8760, bytesPerRow: 1e6 }))).toBe(
    '31,536 billion rows and 31,536\u00a0PB',
  );
});

test('a field takes digits, commas between thousands and a decimal point', () => {
  const [perSecond] = fields;
  if (!perSecond) throw new Error('no fields');
  expect(readField(perSecond, ' 1,000 ')).toBe(1000);
  expect(readField(perSecond, '2500')).toBe(2500);
  expect(readField(perSecond, '0.5')).toBe(0.5);
  expect(readField(perSecond, '1000000')).toBe(1_000_000);
});

test('whatever else is typed gets one sentence', () => {
  const [perSecond, hours] = fields;
  if (!perSecond || !hours) throw new Error('no fields');
  const wrong = (typed: string) =>
    `“New keys per second” cannot be ${typed}: write a number from 0.01 to 1,000,000, such as 1,000.`;
  for (const typed of ['0,5', '1e3', '-4', 'many', '0', '1000001', '1,00,0', 'Infinity']) {
    expect(readField(perSecond, typed)).toBe(wrong(typed));
  }
  expect(readField(perSecond, 'a thousand requests in a second')).toBe(wrong('a thousand requests '));
  expect(readField(hours, '')).toBe('“Kept for, in hours” is empty: write a number from 1 to 8,760.');
});

test('every way in which a second request can come has the answer of the key store', async () => {
  const found = await keyOutcomes();
  const told = (key: string, body: string) =>
    found
      .filter((outcome) => outcome.key === key && outcome.body === body)
      .map(({ first, status, payments, guarded }) => [
        first,
        status,
        payments,
        guarded.status,
        guarded.payments,
      ]);
  for (const body of ['same', 'other']) {
    expect(told('none', body)).toEqual([
      ['running', 400, 1, 400, 1],
      ['done', 400, 1, 400, 1],
      ['forgotten', 400, 1, 400, 1],
    ]);
    // Another key is another intent; only the constraint sees that it is the same invoice. While the first
    // runs, the second overtakes it and is the one that pays.
    expect(told('new', body)).toEqual([
      ['running', 201, 2, 201, 1],
      ['done', 201, 2, 200, 1],
      ['forgotten', 201, 2, 200, 1],
    ]);
  }
  expect(told('same', 'same')).toEqual([
    ['running', 409, 1, 409, 1],
    ['done', 201, 1, 201, 1],
    ['forgotten', 201, 2, 200, 1],
  ]);
  expect(told('same', 'other')).toEqual([
    ['running', 422, 1, 422, 1],
    ['done', 422, 1, 422, 1],
    ['forgotten', 201, 2, 200, 1],
  ]);
}, 60_000);

test('a body that is no JSON leaves the key of key-table running for ever, as the lesson says', () => {
  const lab = loadLab('key-store');
  const [scenario, w1] = [lab.scenarios['retry-after'], lab.scenarios['retry-after']?.tasks.w1];
  if (!scenario || !w1?.request) throw new Error('key-store has no retry-after');
  const request = { ...w1.request, body: 'no JSON' };
  const tasks = { w1: { ...w1, request }, w2: { ...w1, request, after: ['w1'] } };
  const broken = { ...lab, scenarios: { 'no-json': { ...scenario, tasks } } };
  // Forget, claim, BEGIN, and the parser throws; then forget, claim in vain, look.
  const { moments } = replayLab(broken, 'w1 w1 w1 w1 w2 w2 w2', { handler: 'key-table' });
  expect(moments.at(-1)?.tasks.w1?.end).toMatchObject({ kind: 'threw', status: 500, line: 15 });
  expect(moments.at(-1)?.tasks.w2?.end).toMatchObject({ status: 409, body: '{"error":"still running"}' });
});

test('the table of outcomes says what is answered alike in one row, and how each ends in a word', async () => {
  const lines = linesOf(await keyOutcomes());
  expect(lines.map((line) => Object.values(line))).toEqual([
    ['none', 'any', 'any', '400 Bad Request', 'once', '–'],
    ['another', 'any', 'running', '201 Created', 'twice', 'once'],
    ['another', 'any', 'done or forgotten', '201 Created', 'twice', '200, once'],
    ['the first’s', 'the same', 'running', '409 Conflict', 'once', '–'],
    ['the first’s', 'the same', 'done', '201 Created', 'once', '–'],
    ['the first’s', 'any', 'forgotten', '201 Created', 'twice', '200, once'],
    ['the first’s', 'another', 'running or done', '422 Unprocessable Content', 'once', '–'],
  ]);
}, 60_000);

test('a retry put together anew has other bytes and the same canonical form', () => {
  // From sha256sum, of the bodies as they stand and of {"cents":…,"invoice":"inv-31"}.
  expect(prints.map(({ bytes, meaning }) => [bytes, meaning])).toEqual([
    ['15c8eca4', 'f3088396'],
    ['5abb138a', 'f3088396'],
    ['a4bd6b11', '9b569e68'],
  ]);
});

test('the axis of the last retries runs from ten seconds to thirty days, in powers', () => {
  expect(placeOf(10)).toBe(0);
  expect(placeOf(1)).toBe(0);
  expect(placeOf(30 * 86_400)).toBe(100);
  // ln(8640) / ln(259200) = 9.0642 / 12.4654
  expect(placeOf(86_400)).toBe(72.7);
});
