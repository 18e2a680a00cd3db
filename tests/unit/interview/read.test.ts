import { expect, test } from 'vitest';
import { questionsIn } from '../../../src/interview/read.ts';

const file = 'content/interview/races.mdx';

test('a question is read with its rubric, its run and its follow-ups', () => {
  const source = `<Question id="races-gap" topics="races-gap races-proof" ask="Where?" short="In the \`if\`." proves="double-charge check-then-insert w1 w2" scenario="two-at-once" rubric={['the *look*', 'the customer\\'s row', "a second writer"]}>

Between \`SELECT\` and "INSERT", *always*. It's **there**,
on two lines.

\`\`\`sql
SELECT 1;
\`\`\`

<Then when="2" ask="And then?">The other's.</Then>

<Then when="+1" ask="Really?">

Really.

</Then>

<Then ask="Sure?">Yes; see [the lab](/labs/double-charge/).</Then>

</Question>
`;
  expect(questionsIn(file, source)).toEqual({
    problems: [],
    questions: [
      {
        id: 'races-gap',
        topics: ['races-gap', 'races-proof'],
        ask: 'Where?',
        short: 'In the `if`.',
        full: 'Between `SELECT` and “INSERT”, *always*. It’s **there**, on two lines.\n\n```\nSELECT 1;\n```',
        rubric: ['The *look*', 'The customer’s row', 'A second writer'],
        proves: 'double-charge check-then-insert w1 w2',
        scenario: 'two-at-once',
        line: 1,
        follow: [
          {
            id: 'races-gap/1',
            ask: 'And then?',
            answer: 'The other’s.',
            when: { point: 1, named: false },
          },
          { id: 'races-gap/2', ask: 'Really?', answer: 'Really.', when: { point: 0, named: true } },
          { id: 'races-gap/3', ask: 'Sure?', answer: 'Yes; see the lab.', when: null },
        ],
      },
    ],
  });
});

test('everything that a question lacks is named, each in a sentence with its line', () => {
  const source = "\n<Question ask=\"Where?\" rubric={['one', 'two']}>\n</Question>\n";
  const at = `${file}:2: <Question ask="Where?">`;
  expect(questionsIn(file, source).problems).toEqual([
    `${at} has no id of small words and hyphens. Give it one, such as id="races-same-instant": the reader’s history hangs on it.`,
    `${at} has a rubric of 2. Name at least 3 points of a good answer.`,
    `${at} has no short answer. Write short="…", one or two sentences.`,
    `${at} names no topic. Write topics="…" with tags of the cards that review it.`,
    `${at} has no full answer. Write it between the tags.`,
  ]);
});

test('a follow-up that depends on a point which is not there is refused', () => {
  const ask = (when: string) =>
    questionsIn(
      file,
      `<Question id="a" topics="b" ask="Where?" short="Here." rubric={['x', 'y', 'z']}>Here.<Then when="${when}" ask="So?">So.</Then></Question>`,
    ).problems;
  const says = (when: string) => [
    `${file}:1: <Question ask="Where?"> has a follow-up with when="${when}". Write the number of a point of its rubric, 1 to 3, if it is asked when that point was not named; with a plus before it, when it was.`,
  ];
  for (const wrong of ['0', '4', '-1', 'two', '1.5']) expect(ask(wrong)).toEqual(says(wrong));
  for (const right of ['1', '3', '+3']) expect(ask(right)).toEqual([]);
});

test('a tag inside an answer is refused, because the drill cannot draw it', () => {
  const source = `<Question id="a" topics="b" ask="Where?" short="Here." rubric={['x', 'y', 'z']}>

<Stat lab="double-charge" />

</Question>`;
  expect(questionsIn(file, source).problems[0]).toBe(
    `${file}:1: <Question ask="Where?"> holds <Stat>, which the interview pages cannot show. Use paragraphs, code, stress and links.`,
  );
});
