/** The little markup that cards and questions may hold: `code`, *stress*, **strong**, paragraphs, fences. */
export interface Span {
  kind: 'text' | 'code' | 'stress' | 'strong';
  text: string;
}

export type Block = { kind: 'paragraph'; text: string } | { kind: 'code'; text: string };

/** Code first, so that stars inside it stay stars. An unpaired mark is text. */
export function spansOf(text: string): Span[] {
  return text
    .split(/(`[^`\n]+`|\*\*[^*\n]+\*\*|(?<![\w*])\*[^\s*](?:[^*\n]*[^\s*])?\*(?![\w*]))/)
    .filter((part) => part !== '')
    .map((part): Span => {
      if (/^`[^`]+`$/.test(part)) return { kind: 'code', text: part.slice(1, -1) };
      if (/^\*\*[^*]+\*\*$/.test(part)) return { kind: 'strong', text: part.slice(2, -2) };
      if (part.length > 2 && /^\*[^*]+\*$/.test(part)) return { kind: 'stress', text: part.slice(1, -1) };
      return { kind: 'text', text: part };
    });
}

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const [index, part] of text.split(/^```.*\n([\s\S]*?)^```[^\n]*$/m).entries()) {
    if (index % 2 === 1) blocks.push({ kind: 'code', text: part.replace(/\n$/, '') });
    else {
      const paragraphs = part.split(/\n[^\S\n]*\n/).map((paragraph) => paragraph.trim());
      blocks.push(
        ...paragraphs.flatMap((paragraph) =>
          paragraph === '' ? [] : { kind: 'paragraph' as const, text: paragraph },
        ),
      );
    }
  }
  return blocks;
}

/** The first sentence, and the rest: an option leads with what it claims. */
export function leadOf(text: string): [lead: string, rest: string] {
  const end = /[.!?](?=\s+[A-Z“"`])/.exec(text.replace(/`[^`]*`/g, (code) => '_'.repeat(code.length)));
  return end === null ? [text, ''] : [text.slice(0, end.index + 1), text.slice(end.index + 1).trim()];
}

const words = [
  'none',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** Small numbers in words, as prose counts things: "none right", "two right". */
export function inWords(count: number): string {
  return words[count] ?? String(count);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
