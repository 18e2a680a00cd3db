/** The signature bench in words and markup, for the build and for the page alike. No DOM here. */
import type { Bench, Check, Difference, HeaderLine, Segment } from './signature-check.ts';
import { type BenchForm, schemes, toleranceSeconds } from './signature-schemes.ts';

/** What the bench shows, each under the name of its place. Those in `html` are markup, the others text. */
export interface BenchView {
  /** Whether the receiver takes the delivery for genuine. */
  kind: 'holds' | 'broken';
  text: { signing: string; word: string; says: string; wrong: string };
  html: { signed: string; headers: string; checked: string };
}

/** @param bench - What cannot be signed is a sentence; it stands where the verdict would. */
export function viewOf(bench: Bench | string, form: BenchForm): BenchView {
  if (typeof bench === 'string') {
    const none = { signed: '', headers: '', checked: '' };
    return {
      kind: 'broken',
      text: { signing: '', word: '', says: '', wrong: bench },
      html: none,
    };
  }
  const { sent, checked, check } = bench;
  const at = check.kind === 'other-bytes' ? check.difference : null;
  return {
    kind: check.kind === 'genuine' ? 'holds' : 'broken',
    text: {
      signing: `Signed: ${count(sent.bytes, 'byte')}, with a key of ${sent.keyBytes}, ${keyWords(form)}`,
      word: wordOf(check),
      says: saysOf(check, form),
      wrong: '',
    },
    html: {
      signed: segmentsHtml(sent.segments, null),
      headers: sent.headers.map(headerHtml).join('\n'),
      checked: checked === null ? '' : segmentsHtml(checked, at),
    },
  };
}

function keyWords({ scheme }: BenchForm): string {
  return schemes[scheme].key === 'decoded' ? 'decoded from base64' : 'the secret as it stands';
}

function wordOf({ kind }: Check): string {
  if (kind === 'genuine') return 'Genuine';
  return kind === 'threw' ? 'Error' : 'Refused';
}

function saysOf(check: Check, form: BenchForm): string {
  switch (check.kind) {
    case 'genuine':
      return genuineWords(check, form);
    case 'stale':
      return `The signature fits. ${staleWords(check.ageSeconds, form)}`;
    case 'other-bytes':
      return `The signature does not fit. ${differenceWords(check.difference)}`;
    case 'other-key':
      return `The bytes are the same, and the signature does not fit: ${otherKeyWords(check)}`;
    case 'no-key':
      return 'This receiver decodes a secret that is not base64, and finds no key in it.';
    case 'threw':
      return 'The body is not JSON, so the parser throws before anything is checked. The sender hears 500.';
  }
}

function genuineWords({ ageSeconds, otherId }: Extract<Check, { kind: 'genuine' }>, form: BenchForm): string {
  const fits = otherId ? 'The signature fits, although the id is another one.' : 'The signature fits.';
  if (ageSeconds === null) return `${fits} How old it is nobody can say: no time is sent.`;
  if (ageSeconds >= 0) return `${fits} It is ${count(ageSeconds, 'second')} old.`;
  const ahead = `Its time lies ${count(-ageSeconds, 'second')} ahead`;
  return -ageSeconds <= toleranceSeconds
    ? `${fits} ${ahead}, as clocks differ.`
    : `${fits} ${ahead}, and ${schemes[form.scheme].name}’s libraries refuse only what is too old.`;
}

function staleWords(ageSeconds: number, { gotTimestamp }: BenchForm): string {
  if (Number.isNaN(ageSeconds)) return `But “${gotTimestamp.slice(0, 16)}” is no time.`;
  return ageSeconds > 0
    ? `But it is ${count(ageSeconds, 'second')} old, and ${toleranceSeconds} are allowed.`
    : `But its time lies ${count(-ageSeconds, 'second')} ahead, and ${toleranceSeconds} are allowed.`;
}

function otherKeyWords({ keyBytes, rightBytes }: Extract<Check, { kind: 'other-key' }>): string {
  const key = `this receiver’s key has ${count(keyBytes, 'byte')}`;
  return keyBytes === rightBytes
    ? `${key}, and they are others.`
    : `${key}, the sender’s has ${count(rightBytes, 'byte')}.`;
}

function differenceWords({ byte, signed, checked }: Difference): string {
  if (checked === null)
    return `What is checked ends before byte ${byte}, which was signed: ${charWords(signed)}.`;
  if (signed === null) return `What is checked goes on at byte ${byte}, where what was signed ends.`;
  return `At byte ${byte}, ${charWords(signed)} was signed, and ${charWords(checked)} is checked.`;
}

function charWords(char: string | null): string {
  if (char === ' ') return 'a space';
  if (char === '\n') return 'the end of a line';
  return char === '"' ? 'a quotation mark' : `“${char ?? ''}”`;
}

function count(number: number, unit: string): string {
  return `${number.toLocaleString('en')} ${unit}${number === 1 ? '' : 's'}`;
}

function headerHtml({ name, value, covered }: HeaderLine): string {
  const line = `<span class="hn">${escaped(name)}:</span> ${escaped(value)}`;
  return covered ? line : `<span class="loose">${line}</span> <em>not signed</em>`;
}

/** Spaces and line ends are made visible; the first character that differs is marked. */
export function segmentsHtml(segments: readonly Segment[], at: Difference | null): string {
  let left = at === null || at.checked === null ? -1 : at.byte - 1;
  return segments
    .map(({ part, text }) => {
      const chars = [...text];
      const mark = left < 0 ? -1 : charAtByte(chars, left);
      left = mark >= 0 || left < 0 ? -1 : left - bytesOf(text);
      const inner = chars.map((char, index) =>
        index === mark ? `<mark>${shown(char)}</mark>` : shown(char),
      );
      return `<span class="part ${part}">${inner.join('')}</span>`;
    })
    .join('');
}

/** Index of the character that begins at this byte, or -1 when the text is shorter. */
function charAtByte(chars: readonly string[], byte: number): number {
  let bytes = 0;
  for (const [index, char] of chars.entries()) {
    if (bytes >= byte) return index;
    bytes += bytesOf(char);
  }
  return -1;
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

function shown(char: string): string {
  if (char === ' ') return '<span class="sp"> </span>';
  if (char === '\n') return '<span class="nl">\n</span>';
  return escaped(char);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => entities[char] ?? char);
}
