/** Texts of cards and questions. */
import { blocksOf, leadOf, spansOf } from '../../cards/text.ts';

export function Inline({ text }: { text: string }) {
  return spansOf(text).map(({ kind, text: part }, index) => {
    // A span's place in the text is its identity.
    const key = `${index}`;
    if (kind === 'code') return <code key={key}>{part}</code>;
    if (kind === 'strong') return <b key={key}>{part}</b>;
    if (kind === 'stress') return <em key={key}>{part}</em>;
    return part;
  });
}

/** An option: what it claims stands out from what it adds. One that adds nothing is plain. */
export function Led({ text }: { text: string }) {
  const [lead, rest] = leadOf(text);
  if (rest === '') return <Inline text={text} />;
  return (
    <>
      <b>
        <Inline text={lead} />
      </b>{' '}
      <Inline text={rest} />
    </>
  );
}

export function Paragraphs({ text }: { text: string }) {
  return blocksOf(text).map((block, index) => {
    const key = `${index}`;
    return block.kind === 'code' ? (
      <pre key={key} className="card-code">
        <code>{block.text}</code>
      </pre>
    ) : (
      <p key={key}>
        <Inline text={block.text} />
      </p>
    );
  });
}
