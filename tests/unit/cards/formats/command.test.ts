/** `deck` as people run it: output, exit status, one sentence for every mistake. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { deckCommand } from '../../../../src/cli/deck.ts';
import { CommandError } from '../../../../src/cli/report.ts';

const folder = mkdtempSync(join(tmpdir(), 'effectively-once-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

/** The whole program: slow, so only where it matters. */
function once(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/cli/main.ts', 'deck', ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}
type Options = Parameters<typeof deckCommand>[1];
const deck = (file: string | undefined, options: Options) => deckCommand(file, options);

test('a deck of ours becomes a package, and the package the deck file that it was', () => {
  const cards = readFileSync('content/decks/races.deck', 'utf8').match(/^id:/gm)?.length;
  const packed = once('--deck', 'races', '--to', 'apkg', '--out', at('races.apkg'));
  expect(packed).toEqual({
    status: 0,
    stdout: '',
    stderr: `${cards} cards in 1 deck, written to ${at('races.apkg')} (${readFileSync(at('races.apkg')).length} bytes)\n`,
  });
  const { status, stdout, stderr } = once(at('races.apkg'), '--to', 'deck');
  expect({ status, stderr }).toEqual({ status: 0, stderr: `${cards} cards in 1 deck\n` });
  expect(stdout).toBe(readFileSync('content/decks/races.deck', 'utf8'));
});

test('a mistake is one sentence, and exit status 2', () => {
  expect(once('package.json', '--to', 'csv', '--from', 'apkg')).toEqual({
    status: 2,
    stdout: '',
    stderr:
      'package.json: The file is no complete zip, so no package of Anki or Mochi. Choose an .apkg or .mochi file, or export it again.\n',
  });
  expect(once('a', 'b', '--to', 'csv').stderr).toBe(
    '"b" is one argument too many. Write deck with one file.\n',
  );
  expect(once('a', '--to', 'csv', '--workers', '2').stderr).toBe(
    'deck has no option --workers. Leave it out.\n',
  );
});

test('what was left out is told line by line, and --json tells it as data', async () => {
  writeFileSync(at('doors.txt'), '#separator:tab\n#html:true\nq<script>1</script>\ta\nr\n');
  const told = ['Line 3: a script was left out.', 'Line 4 has no answer, and was left out.'];
  const text = await deck(at('doors.txt'), { to: 'csv', separator: 'semicolon' });
  expect(text).toMatchObject({ status: 0, talk: `1 card in 1 deck\n${told.join('\n')}` });
  expect(text.out).toMatch(/^id;question;answer;tags;see;other id\r\nc-[0-9a-f]{16};q;a;;;\r\n$/);
  const { out } = await deck(at('doors.txt'), { to: 'tsv', out: at('doors.tsv'), json: true });
  expect(JSON.parse(out)).toEqual({
    decks: [{ title: 'doors', cards: 1, answers: 0 }],
    report: told,
    file: at('doors.tsv'),
    bytes: readFileSync(at('doors.tsv')).length,
  });
});

test('--cells and --rows are for what is read, --separator is for what is written', async () => {
  writeFileSync(at('list.txt'), 'a - b;c - d');
  const { out } = await deck(at('list.txt'), {
    from: 'csv',
    cells: ' - ',
    rows: ';',
    to: 'csv',
    separator: '|',
  });
  expect(out.split('\r\n').map((line) => line.split('|').slice(1, 3))).toEqual([
    ['question', 'answer'],
    ['a', 'b'],
    ['c', 'd'],
    [],
  ]);
});

test('--since dates the cards that are another since, and --only takes one deck of several', async () => {
  const head = '#separator:tab\n#deck column:1\n#guid column:2\n';
  writeFileSync(at('two.txt'), `${head}A\ta1\tq\ta\nA\ta2\tq\ta\nB\tb1\tq\ta\n`);
  await expect(deck(at('two.txt'), { to: 'deck' })).rejects.toThrow(
    new CommandError('two.txt: A deck file holds one deck, and there are 2: A, B. Choose one of them.'),
  );
  await deck(at('two.txt'), { only: 'A', to: 'apkg', out: at('a.apkg') });
  writeFileSync(at('two.txt'), `${head}A\ta1\tq\ta\nA\ta2\tq\tanother\n`);
  const { out } = await deck(at('two.txt'), { since: at('a.apkg'), to: 'json' });
  const [first, second] = JSON.parse(out).decks[0].cards;
  expect([first.id, first.changed, second.id]).toEqual(['a1', null, 'a2']);
  expect(Math.abs(second.changed - Date.now())).toBeLessThan(60_000);
});

const ours = readdirSync('content/decks').map((name) => name.replace(/\.deck$/, ''));
const cards = { deck: 'races', to: 'csv' };
test.each<[file: string | undefined, options: Options, sentence: string]>([
  [undefined, {}, 'deck needs a format. Add --to with one of: apkg, anki-text, csv, tsv, deck, mochi, json.'],
  [
    'x',
    { to: 'docx' },
    'There is no format "docx". Add --to with one of: apkg, anki-text, csv, tsv, deck, mochi, json.',
  ],
  ['x', { to: 'mochi' }, 'A file of the format mochi is no text. Add --out cards.mochi.'],
  [
    undefined,
    { to: 'csv' },
    `deck needs cards. Name a file, such as cards.csv, or add --deck with one of: ${ours.join(', ')}.`,
  ],
  [
    undefined,
    { ...cards, deck: 'x' },
    `There is no deck "x". Name a file, such as cards.csv, or add --deck with one of: ${ours.join(', ')}.`,
  ],
  ['x', cards, 'deck was given both "x" and --deck races. Leave one of them out.'],
  ['none.csv', { to: 'csv' }, '"none.csv" is no file. Correct the path.'],
  [
    'package.json',
    { to: 'csv', from: 'docx' },
    '--from is "docx", which is no format. Write one of: apkg, anki-text, csv, tsv, deck, mochi, json.',
  ],
  [
    'package.json',
    { to: 'csv' },
    'package.json: The file is no deck file of ours: its "format" is not "effectively-once/decks".',
  ],
  [
    undefined,
    { ...cards, separator: '"' },
    'races.deck: The separator is """. Write tab, comma, semicolon, colon, pipe, space, or up to ten characters without a quotation mark.',
  ],
  [
    undefined,
    { ...cards, to: 'json', separator: ';' },
    '--separator is for the csv and tsv files that are written. For the file that is read, write --cells.',
  ],
  [undefined, { ...cards, only: 'X' }, 'There is no deck "X" in it. It has: Races.'],
  [
    undefined,
    { ...cards, json: true },
    '--json tells what was written to a file. Add --out, or leave it out.',
  ],
  [
    undefined,
    { ...cards, out: '/nowhere/x.csv' },
    '"/nowhere/x.csv" could not be written (ENOENT). Choose another path.',
  ],
])('%s with %j is refused in one sentence', async (file, options, sentence) => {
  await expect(deck(file, options)).rejects.toThrow(new CommandError(sentence));
});

test('a file without a card is no deck', async () => {
  writeFileSync(at('empty.csv'), 'question,answer\nq,\n');
  await expect(deck(at('empty.csv'), { to: 'apkg', out: at('empty.apkg') })).rejects.toThrow(
    new CommandError(
      `"${at('empty.csv')}" holds no card that could be read. Line 2 has no answer, and was left out.`,
    ),
  );
  expect(existsSync(at('empty.apkg'))).toBe(false);
});
