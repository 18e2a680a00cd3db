import { expect, test } from 'vitest';
import { choicesOf, loadChoices } from '../../../src/quiz/choices.ts';
import { ContentError } from '../../../src/schemas/read.ts';

const file = 'content/quiz/races.yaml';
const cards = [
  { id: 'sleep', question: 'Does a sleep help?', answer: 'No.' },
  { id: 'long', question: 'Why?', answer: 'First.\n\nSecond.' },
  { id: 'code', question: 'What is wrong?\n\n```\nif (seen) return\n```', answer: 'The gap.' },
];

const whole = `sleep:
  right:
    why: Both sleep alike.
  wrong:
    - { text: 'Yes.', why: They meet later. }
    - { text: 'If it is long.', why: However long. }
    - { text: 'On one server.', why: Nor there. }
`;

/** The file with one text replaced, which must be there. */
function changed(text: string, by: string): string {
  expect(whole).toContain(text);
  return whole.replace(text, by);
}

function mistakes(text: string): string[] {
  try {
    choicesOf(file, text, 'races', cards);
  } catch (error) {
    if (error instanceof ContentError) return error.message.split('\n');
    throw error;
  }
  return [];
}

test('a card’s own answer is the right option, and comes first', () => {
  expect([...choicesOf(file, whole, 'races', cards)]).toEqual([
    [
      'sleep',
      [
        { text: 'No.', right: true, why: 'Both sleep alike.' },
        { text: 'Yes.', right: false, why: 'They meet later.' },
        { text: 'If it is long.', right: false, why: 'However long.' },
        { text: 'On one server.', right: false, why: 'Nor there.' },
      ],
    ],
  ]);
});

test('the file may put the right option into shorter words', () => {
  const text = changed('right:', 'right:\n    text: First, then second.').replace('sleep:', 'long:');
  expect(choicesOf(file, text, 'races', cards).get('long')?.[0]).toEqual({
    text: 'First, then second.',
    right: true,
    why: 'Both sleep alike.',
  });
});

test('a lesson for which nothing is written has no choices', () => {
  expect(loadChoices('no-such-lesson')).toEqual(new Map());
});

test.each([
  [
    'a card that is not there',
    changed('sleep:', 'slep:'),
    'key slep: is no card of content/decks/races.deck. Correct the id, or remove it.',
  ],
  [
    'an id that could be none',
    changed('sleep:', 'Sleep:'),
    'key Sleep: found "Sleep", expected the id of a card, in kebab-case such as races-gap.',
  ],
  [
    'two wrong answers',
    changed("    - { text: 'Yes.', why: They meet later. }\n", ''),
    'key sleep.wrong: found a list of 2, expected exactly three wrong answers.',
  ],
  [
    'four wrong answers',
    `${whole}    - { text: 'Perhaps.', why: Never. }\n`,
    'key sleep.wrong: found a list of 4, expected exactly three wrong answers.',
  ],
  [
    'one wrong answer twice',
    changed("'On one server.'", "'Yes.'"),
    'key sleep.wrong.2.text: found "Yes.", expected a text that no other option has.',
  ],
  [
    'a wrong answer that is the right one',
    changed('right:', "right:\n    text: 'If it is long.'"),
    'key sleep.wrong.1.text: found "If it is long.", expected a text that no other option has.',
  ],
  [
    'a wrong answer that is the card’s',
    changed("'Yes.'", "'No.'"),
    'key sleep.wrong.0.text: is the card’s answer. Write a wrong one.',
  ],
  [
    'a wrong answer without its reason',
    changed(', why: However long.', ''),
    'key sleep.wrong.1.why: is missing, expected a text.',
  ],
  [
    'a right answer without its reason',
    changed('why: Both sleep alike.', 'text: Never.'),
    'key sleep.right.why: is missing, expected a text.',
  ],
  [
    'the card’s answer once more',
    changed('right:', "right:\n    text: 'No.'"),
    'key sleep.right.text: is the card’s own answer, which stands by itself. Remove it.',
  ],
  [
    'an answer in paragraphs',
    changed('sleep:', 'long:'),
    'key long.right.text: is missing, and the card’s answer is more than one paragraph. Write a sentence in its place.',
  ],
  [
    'a question with a block of code',
    changed('sleep:', 'code:'),
    'key code: the card’s question is more than one paragraph, which no choice can show. Remove it.',
  ],
  [
    'a key of another place',
    changed('  wrong:', '  rivals: 3\n  wrong:'),
    'key sleep.rivals: is not a key of this place. Remove it, or correct its spelling.',
  ],
])('%s is one sentence', (_, text, says) => {
  expect(mistakes(text)).toEqual([`${file}, ${says}`]);
});

test('every mistake is told, not the first alone', () => {
  expect(mistakes(`${whole}${whole.replace('sleep:', 'a:')}${whole.replace('sleep:', 'b:')}`)).toEqual([
    `${file}, key a: is no card of content/decks/races.deck. Correct the id, or remove it.`,
    `${file}, key b: is no card of content/decks/races.deck. Correct the id, or remove it.`,
  ]);
});
