/**
 * Mochi's package: a zip with `data.edn`. Written without ids of decks: Mochi refuses an id that it has
 * seen, so a second import makes a second deck.
 */
import { leftOut } from './csv.ts';
import { encodeText } from './decode.ts';
import { count, type DeckFile, Findings, type Writing } from './shape.ts';
import { zipOf } from './zip-write.ts';

export function writeMochi(decks: readonly DeckFile[]): Writing {
  const report = new Findings();
  leftOut(decks, report);
  const cards = decks.flatMap((deck) => deck.cards);
  const bare = cards.filter(({ tags, see }) => tags.length > 0 || see !== null).length;
  if (bare > 0)
    report.add(
      `Tags and links to labs were left out (${count(bare, 'card')}): Mochi's file has no place for them.`,
    );
  const all = decks.map(
    ({ title, cards }) =>
      `{:name ${edn(title)}\n :cards (${cards.map(({ question, answer }) => `{:content ${edn(`${side(question)}\n\n---\n\n${side(answer)}`)}}`).join('\n  ')})}`,
  );
  const data = `{:decks [${all.join('\n')}]\n :version 2}\n`;
  return { bytes: zipOf({ 'data.edn': encodeText(data) }), report: report.lines };
}

/** A line of three dashes parts the sides of a card, so one that is text gets a backslash more. */
const side = (text: string): string => text.replace(/^\\*---[^\S\n]*$/gm, '\\$&');

/** A string of EDN: https://github.com/edn-format/edn#strings */
const edn = (text: string): string =>
  `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t').replace(/\r/g, '\\r')}"`;
