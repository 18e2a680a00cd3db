/** A card's two sides, wherever it is shown. */

import { mostCardCharacters } from '../../cards/formats/shape.ts';
import type { CardView } from '../../cards/view.ts';
import { Glyph } from '../lab/Glyph.tsx';
import { labHref } from '../lab/link.ts';
import { Paragraphs } from '../learn/Prose.tsx';

export type Side = 'front' | 'back';

export function Face({ card, side }: { card: Omit<CardView, 'id'>; side: Side }) {
  return (
    <>
      <div className="q">
        <Text text={card.question} />
      </div>
      {side === 'back' && (
        <div className="a">
          <Text text={card.answer} />
          <SeeLink see={card.see} />
        </div>
      )}
    </>
  );
}

/** A log from elsewhere may hold more than the editor and an import let in, and more than a page lays out. */
function Text({ text }: { text: string }) {
  if (text.length <= mostCardCharacters) return <Paragraphs text={text} />;
  return (
    <>
      <Paragraphs text={text.slice(0, mostCardCharacters)} />
      <p className="quiet">
        The rest is not shown: a side has at most {mostCardCharacters.toLocaleString('en')} characters.
      </p>
    </>
  );
}

export function SeeLink({ see }: Pick<CardView, 'see'>) {
  if (see === null) return null;
  const { lab, title, scenario, handler, schedule } = see;
  return (
    <a className="see" href={labHref(lab, { scenario, handler, schedule })}>
      <Glyph schedule={schedule} />
      <span>
        <b>See it happen</b> {title}, {handler.replaceAll('-', ' ')}, schedule {schedule}
      </span>
    </a>
  );
}
