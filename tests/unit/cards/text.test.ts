import { describe, expect, test } from 'vitest';
import { blocksOf, capital, inWords, leadOf, spansOf } from '../../../src/cards/text.ts';

describe('spans', () => {
  test('code, stress and strong are told from text', () => {
    expect(spansOf('A **unique index** on `order_id` is *one* motion.')).toEqual([
      { kind: 'text', text: 'A ' },
      { kind: 'strong', text: 'unique index' },
      { kind: 'text', text: ' on ' },
      { kind: 'code', text: 'order_id' },
      { kind: 'text', text: ' is ' },
      { kind: 'stress', text: 'one' },
      { kind: 'text', text: ' motion.' },
    ]);
  });

  test('stars inside code and in sums are text', () => {
    expect(spansOf('`count(*) * 2`')).toEqual([{ kind: 'code', text: 'count(*) * 2' }]);
    expect(spansOf('2 * 3 * 4')).toEqual([{ kind: 'text', text: '2 * 3 * 4' }]);
  });

  test('an unpaired mark is text, and markup from elsewhere stays text', () => {
    expect(spansOf('a ` b')).toEqual([{ kind: 'text', text: 'a ` b' }]);
    expect(spansOf('<img onerror=x>')).toEqual([{ kind: 'text', text: '<img onerror=x>' }]);
  });
});

test('blank lines make paragraphs, fences make code', () => {
  expect(blocksOf('One.\n\nTwo,\nstill two.\n```sql\nSELECT 1;\n\nSELECT 2;\n```\nThree.')).toEqual([
    { kind: 'paragraph', text: 'One.' },
    { kind: 'paragraph', text: 'Two,\nstill two.' },
    { kind: 'code', text: 'SELECT 1;\n\nSELECT 2;' },
    { kind: 'paragraph', text: 'Three.' },
  ]);
});

test('an option leads with its first sentence', () => {
  expect(leadOf('201 with the amount. The charge exists.')).toEqual([
    '201 with the amount.',
    'The charge exists.',
  ]);
  expect(leadOf('409, with a hint when to ask again.')).toEqual(['409, with a hint when to ask again.', '']);
  expect(leadOf('Call `a. B` twice. Then stop.')).toEqual(['Call `a. B` twice.', 'Then stop.']);
});

test('small numbers are words', () => {
  expect([0, 1, 7, 12, 13].map(inWords)).toEqual(['none', 'one', 'seven', 'twelve', '13']);
  expect(capital('two right')).toBe('Two right');
});
