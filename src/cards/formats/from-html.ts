/**
 * The HTML of an Anki field as a card's text. Only what is on the list of `html-tokens.ts` is a tag, only
 * a few tags mean something, and nothing is ever given to a browser as HTML.
 */
import { type Span, spansOf } from '../text.ts';
import { decodeEntity } from './entities.ts';
import { attributeOf, tokensOf } from './html-tokens.ts';

type Mark = Span['kind'];

export interface Plain {
  text: string;
  /** What a card of text cannot hold: "a picture", "a script". */
  dropped: string[];
}

const marks: Readonly<Record<string, Mark>> = {
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  em: 'stress',
  i: 'stress',
  b: 'strong',
  strong: 'strong',
};
const blocks = new Set(
  (
    'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header html hr legend li main menu nav ol p section summary table tbody tfoot thead tr ul'
  ).split(' '),
);
const apart = new Set('p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote'.split(' '));
const droppedNames: Readonly<Record<string, string>> = {
  script: 'a script',
  img: 'a picture',
  svg: 'a drawing',
  canvas: 'a drawing',
  audio: 'a sound',
  video: 'a film',
  iframe: 'a frame',
  object: 'an embedded object',
  embed: 'an embedded object',
  math: 'a formula in MathML',
};
const mostFence = /^```/gm;

/** @param links - Whether the address of a link is kept, in brackets behind its text. */
export function fromHtml(html: string, { links = true }: { links?: boolean } = {}): Plain {
  const page = new Page();
  const dropped = new Set<string>();
  const hrefs: (string | null)[] = [];
  for (const token of tokensOf(html)) {
    if (token.kind === 'text') {
      page.write(token.text);
      continue;
    }
    const { name } = token;
    const opens = token.kind === 'open';
    const lost = droppedNames[name];
    if (opens && lost !== undefined) dropped.add(lost);
    if (opens && name === 'img') page.plain(pictureText(token.attributes));
    const mark = marks[name];
    if (mark !== undefined) page.mark(mark, opens);
    if (name === 'br') page.lineBreak();
    if (name === 'pre') page.pre(opens);
    if (opens && (name === 'code' || name === 'pre'))
      page.language(attributeOf(token.attributes, 'class') ?? '', name === 'code');
    if (blocks.has(name)) page.block(apart.has(name));
    if (opens && name === 'li') page.plain('- ');
    if (opens && (name === 'td' || name === 'th')) page.cell();
    if (opens && name === 'sup') page.plain('^');
    if (opens && name === 'sub') page.plain('_');
    if (name === 'a' && links) {
      if (opens) hrefs.push(attributeOf(token.attributes, 'href'));
      else page.address(hrefs.pop() ?? null);
    }
  }
  return { text: page.text(), dropped: [...dropped] };
}

function pictureText(attributes: string): string {
  const alt = decodeAll(attributeOf(attributes, 'alt') ?? '').trim();
  return alt === '' ? '[picture]' : `[picture: ${alt}]`;
}

function decodeAll(text: string): string {
  return text.replace(/&[^;&\s]{1,12};/g, decodeEntity);
}

/** The lines written so far, and the one being written. */
class Page {
  readonly #lines: string[] = [];
  #pieces: Span[] | null = null;
  #afterSpace = true;
  readonly #open: Record<Mark, number> = { text: 0, code: 0, stress: 0, strong: 0 };
  #pre: { depth: number; text: string; language: string; fresh: boolean } | null = null;

  /** Text of the source: white space as HTML has it, entities decoded. */
  write(source: string): void {
    if (this.#pre !== null) {
      const text = decodeAll(source);
      this.#pre.text += this.#pre.fresh ? text.replace(/^\n/, '') : text;
      this.#pre.fresh = false;
      return;
    }
    for (const [part] of source.matchAll(/[ \t\n\r\f]+|&[^;&\s]{1,12};|[^ \t\n\r\f&]+|&/g)) {
      if (/^[ \t\n\r\f]/.test(part)) {
        if (this.#pieces !== null && !this.#afterSpace) this.#append(' ');
        this.#afterSpace = true;
      } else this.plain(part.length > 2 && part.startsWith('&') ? decodeEntity(part) : part);
    }
  }

  /** Text as it stands. */
  plain(text: string): void {
    if (this.#pre !== null) {
      this.#pre.text += text;
      return;
    }
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) this.lineBreak();
      if (line !== '') this.#append(line);
    }
    this.#afterSpace = false;
  }

  #append(text: string): void {
    this.#pieces ??= [];
    const { code, strong, stress } = this.#open;
    const kind: Mark = code > 0 ? 'code' : strong > 0 ? 'strong' : stress > 0 ? 'stress' : 'text';
    const last = this.#pieces.at(-1);
    if (last?.kind === kind && !this.#cut) last.text += text;
    else this.#pieces.push({ kind, text });
    this.#cut = false;
  }

  /** Two marks of one kind side by side stay two. */
  #cut = false;

  mark(kind: Mark, opens: boolean): void {
    if (this.#pre !== null) return;
    this.#open[kind] = Math.max(0, this.#open[kind] + (opens ? 1 : -1));
    this.#cut = true;
  }

  lineBreak(): void {
    if (this.#pre !== null) this.#pre.text += '\n';
    else this.#end(true);
  }

  #end(evenEmpty: boolean): void {
    if (this.#pieces !== null) {
      // A soft space at the end of a line shows nowhere.
      const last = this.#pieces.at(-1);
      if (this.#afterSpace && last?.text.endsWith(' ')) last.text = last.text.slice(0, -1);
      this.#lines.push(withMarks(this.#pieces));
    } else if (evenEmpty) this.#lines.push('');
    this.#pieces = null;
    this.#afterSpace = true;
    this.#cut = false;
  }

  block(apartFromOthers: boolean): void {
    if (this.#pre !== null) return;
    this.#end(false);
    if (apartFromOthers && this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('');
  }

  cell(): void {
    if (this.#pieces !== null && this.#pre === null) this.plain(' | ');
  }

  address(href: string | null): void {
    const url = decodeAll(href ?? '').trim();
    if (!/^https?:\/\/\S{1,500}$/i.test(url) || this.#pre !== null) return;
    const written = (this.#pieces ?? []).map(({ text }) => text).join('');
    if (!written.endsWith(url)) this.plain(` (${url})`);
  }

  pre(opens: boolean): void {
    if (opens && this.#pre === null) {
      this.#end(false);
      this.#pre = { depth: 1, text: '', language: '', fresh: true };
    } else if (this.#pre !== null) {
      this.#pre.depth += opens ? 1 : -1;
      if (this.#pre.depth === 0) this.#endPre();
    }
  }

  language(classes: string, inside: boolean): void {
    if (this.#pre === null) return;
    // HTML drops a line end right behind <pre>, and nowhere else.
    if (inside) this.#pre.fresh = false;
    const [, language = ''] = /(?:^|\s)language-([A-Za-z0-9+#._-]+)/.exec(classes) ?? [];
    if (this.#pre.language === '') this.#pre.language = language;
  }

  #endPre(): void {
    if (this.#pre === null) return;
    const { text, language } = this.#pre;
    this.#pre = null;
    const code = text.replace(/\r\n?/g, '\n').replace(mostFence, ' ```').replace(/\n$/, '');
    const empty = text === '';
    this.#lines.push(`\`\`\`${language}`, ...(empty ? [] : code.split('\n')), '```');
  }

  text(): string {
    this.#endPre();
    this.#end(false);
    return this.#lines.join('\n');
  }
}

/** The pieces with their marks, as far as reading the marks gives the same pieces again. */
function withMarks(pieces: readonly Span[]): string {
  for (const kept of [['code', 'stress', 'strong'], ['code', 'strong'], ['code'], []] as Mark[][]) {
    const wanted = merged(
      pieces.map((piece) => (kept.includes(piece.kind) ? piece : { ...piece, kind: 'text' })),
    );
    const text = wanted.map(marked).join('');
    if (kept.length === 0 || same(spansOf(text), wanted)) return text;
  }
  return '';
}

const around: Readonly<Record<Mark, string>> = { text: '', code: '`', stress: '*', strong: '**' };
const marked = ({ kind, text }: Span): string => `${around[kind]}${text}${around[kind]}`;

function merged(pieces: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (piece.kind === 'text' && last?.kind === 'text') last.text += piece.text;
    else if (piece.text !== '') all.push({ ...piece });
  }
  return all;
}

function same(left: readonly Span[], right: readonly Span[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ kind, text }, index) => kind === right[index]?.kind && text === right[index]?.text)
  );
}
