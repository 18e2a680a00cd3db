/** Text files that were made to do harm: no libraries of zip or SQLite are near. */
import { describe, expect, test } from 'vitest';
import { readDecks } from '../../../../src/cards/formats/formats.ts';
import { FormatError } from '../../../../src/cards/formats/shape.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('names that every object has', () => {
  test.each(['constructor', '__proto__', 'valueOf'])('are no separators: %s', (name) => {
    expect(() => readDecks('x.txt', bytes(`#separator:${name}\na\tb\n`))).toThrow(FormatError);
  });

  test('are no columns', () => {
    expect(readDecks('x.csv', bytes('question,answer,constructor\na,b,c\n')).report).toEqual([
      'The column "constructor" is none of a card\'s, and was left out.',
    ]);
  });
});

test('JSON that goes down for ever is refused in a sentence', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const file = (rest: string) => bytes(`{"format":"effectively-once/decks",${rest}}`);
  expect(() => readDecks('x.json', file(`"version":${deep}`))).toThrow(
    new FormatError("The file's version is a list, and only 1 is known here. Update the site and try again."),
  );
  expect(() => readDecks('x.json', file(`"version":1,"decks":[${deep}]`))).toThrow(
    new FormatError('decks.0 is a list. It must be an object; correct it, or export the decks again.'),
  );
});

// Each separator looked to the end of its line, a second for each header, and the time of the test was up.
test('200 headers of 10,000 separators are read', () => {
  const header = `#a:${','.repeat(9900)}x\n`;
  const { decks } = readDecks('x.txt', bytes(`${header.repeat(200)}#separator:tab\na\tb\n`));
  expect(decks.map(({ cards }) => cards.map(({ question, answer }) => [question, answer]))).toEqual([
    [['a', 'b']],
  ]);
});
