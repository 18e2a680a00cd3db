/** A card's two sides, wherever it is shown. */
import type { CardView } from '../../cards/view.ts';
import { Glyph } from '../lab/Glyph.tsx';
import { labHref } from '../lab/link.ts';
import { Paragraphs } from '../learn/Prose.tsx';

export type Side = 'front' | 'back';

export function Face({ card, side }: { card: Omit<CardView, 'id'>; side: Side }) {
  return (
    <>
      <div className="q">
        <Paragraphs text={card.question} />
      </div>
      {side === 'back' && (
        <div className="a">
          <Paragraphs text={card.answer} />
          <SeeLink see={card.see} />
        </div>
      )}
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
