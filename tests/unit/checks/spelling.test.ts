import { expect, test } from 'vitest';
import { dictionary } from '../../../src/checks/dictionary.ts';
import { spellingProblems, strangersIn } from '../../../src/checks/spelling.ts';

const words = dictionary(['upsert', 'Kubernetes', 'Ines']);

/** The words of a lesson's text that are in no dictionary. */
function strangers(text: string): string[] {
  return strangersIn(text, words).map(({ word }) => word);
}

test('a word in no dictionary names the file, the line and what may have been meant', () => {
  const lesson = '---\ntitle: Races\n---\n\nTwo workers\nrecieve one order.\n';
  expect(spellingProblems('content/lessons/04-races/index.mdx', lesson, words)).toEqual([
    'content/lessons/04-races/index.mdx:6: "recieve" is in no dictionary. Correct it to receive or relieve, or add it to content/words.txt.',
  ]);
});

test('a word that stands in a file twice is told once', () => {
  expect(
    spellingProblems('content/decks/a.deck', '# Recieve\nblurb: We recieve, and recieve.\n', words),
  ).toEqual([
    'content/decks/a.deck:1: "Recieve" is in no dictionary. Correct it to receive or relieve, or add it to content/words.txt.',
    'content/decks/a.deck:2: "recieve" is in no dictionary. Correct it to receive or relieve, or add it to content/words.txt.',
  ]);
});

test('spelling is British, with -ise', () => {
  expect(strangers('The colour of the centre is recognised; we practise the catalogue.')).toEqual([]);
  expect(strangers('The color of the center is recognized.')).toEqual(['color', 'center', 'recognized']);
});

test('terms of the field are known, with a capital too; names only with theirs', () => {
  expect(strangers('Upsert, upsert, the upsert’s row; Kubernetes')).toEqual([]);
  expect(strangers('kubernetes')).toEqual(['kubernetes']);
  expect(dictionary(['upsert', 'webhook']).unused()).toEqual(['upsert', 'webhook']);
});

test('apostrophes may be straight or curly, and hyphens join known words', () => {
  expect(strangers("It isn't W1's, and isn’t the boss's; a well-known half-done re-read")).toEqual([]);
  expect(strangers('a half-dnoe thing')).toEqual(['dnoe']);
});

test('code, names of code, ids, addresses and capitals are not words', () => {
  expect(
    strangers(
      'See `slect`, useState, w1.2, SQLITE_BUSY, order-9a, fee-june-ines, index.mdx, https://exmaple.com/foo, a@exmaple.com, 3xx, HTTPs, &nbsp;.',
    ),
  ).toEqual([]);
});

test('in a lesson, tags are read where readers read them, and code is not', () => {
  const lesson = `---
title: Raeces
youHave: an ordre
covers: [races-gapp]
---

<CodeFigure lab="doubel" handler="chekc" title="A titel" marks={[
  { from: 1, to: 2, kind: 'gapp', title: 'The chekc', text: 'isn\\'t \`slect\` here' },
]}>A captoin with <code>slect</code>.</CodeFigure>

\`\`\`sh
crul https://x.example
\`\`\`

{/* a coment */}
`;
  expect(
    spellingProblems('a/index.mdx', lesson, words).map(
      (each) => /^a\/index.mdx:(\d+: "\w+")/.exec(each)?.[1],
    ),
  ).toEqual(['2: "Raeces"', '3: "ordre"', '7: "titel"', '8: "gapp"', '8: "chekc"', '9: "captoin"']);
});

test('in a YAML file, what readers read is checked, at its line', () => {
  const lab = `titel: Recieve
title: Recieve
scenarios:
  recieve:
    tasks:
      w1: { says: recieve it }
hints:
  - >-
    Look at the row,
    then wriet it.
`;
  expect(
    spellingProblems('lab.yaml', lab, words).map((each) => /^lab.yaml:(\d+: "\w+")/.exec(each)?.[1]),
  ).toEqual(['2: "Recieve"', '6: "recieve"', '10: "wriet"']);
});

test('in a deck, questions and answers are checked, and fenced code is not', () => {
  const deck =
    '# A\n\nid: recieve\nQ: Wiht `recieve`?\nA: So:\n```sql\nSLECT recieve\n```\nand agian\nsee: recieve\ntags: recieve\n';
  expect(
    spellingProblems('a.deck', deck, words).map((each) => /^a.deck:(\d+: "\w+")/.exec(each)?.[1]),
  ).toEqual(['4: "Wiht"', '9: "agian"']);
});
