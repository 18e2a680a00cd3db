/** Where in a content file its prose stands: what readers read, without code, names and addresses. */
import { mdxToMdast } from 'satteri';
import { isPair, isScalar, LineCounter, parseDocument, type Scalar, visit } from 'yaml';

/** From an offset up to another. */
export interface Span {
  from: number;
  to: number;
}

/** Keys of YAML files, and of the head of a lesson, whose text is read by people. */
const proseKeys = new Set([
  ...['title', 'subtitle', 'goal', 'description', 'youHave', 'teaser', 'story', 'task', 'says', 'whenBroken'],
  ...['question', 'text', 'why', 'otherwise', 'lines', 'steps', 'hints', 'unit', 'where'],
  ...['answer', 'asks', 'rubric'],
]);
/** Attributes of tags that are read; lists of texts and marks stand in braces. */
const proseAttributes = new Set(['title', 'ask', 'short', 'alt', 'aria-label', 'caption', 'says', 'label']);
const codeTags = new Set(['code', 'pre', 'svg', 'kbd', 'samp']);

/** A tag, a heading, a link, a text of a lesson. */
export interface MdxNode {
  type: string;
  /** Of a tag. */
  name?: string | null;
  attributes?: { name?: string; value?: unknown }[];
  /** Of a text, or of code. */
  value?: string;
  /** Of fenced code. */
  lang?: string | null;
  /** Of a link. */
  url?: string;
  children?: MdxNode[];
  position?: { start: { offset?: number | undefined }; end: { offset?: number | undefined } } | undefined;
}

/** The spans of a content file, by its kind. */
export function proseIn(file: string, source: string): Span[] {
  if (file.endsWith('.mdx')) return [...proseOfHead(source), ...proseOfMdx(source)];
  if (file.endsWith('.deck')) return proseOfDeck(source);
  return proseOfYaml(source, 0);
}

const head = /^---\n([\s\S]*?\n)---\n/;

function proseOfHead(source: string): Span[] {
  return proseOfYaml(head.exec(source)?.[1] ?? '', 4);
}

/** The tags and texts of a lesson. Offsets are those of the file. */
export function mdxOf(source: string): MdxNode {
  return mdxToMdast(source.replace(head, (matter) => matter.replace(/[^\n]/g, ' '))) as MdxNode;
}

function proseOfMdx(source: string): Span[] {
  const spans: Span[] = [];
  const visitNode = (node: MdxNode): void => {
    const from = node.position?.start.offset ?? 0;
    const to = node.position?.end.offset ?? from;
    if (node.type === 'text') spans.push({ from, to });
    if (node.name && codeTags.has(node.name)) return;
    if (node.attributes && node.attributes.length > 0) {
      const end = node.children?.[0]?.position?.start.offset ?? to;
      spans.push(...proseOfTag(source.slice(from, end), from));
    }
    for (const child of node.children ?? []) visitNode(child);
  };
  visitNode(mdxOf(source));
  return spans;
}

/** Attributes of an opening tag, and every text inside of braces. */
function proseOfTag(tag: string, at: number): Span[] {
  const spans: Span[] = [];
  for (const match of tag.matchAll(/([\w-]+)="([^"]*)"|('(?:[^'\\\n]|\\.)*')/g)) {
    const [all, name, value, literal] = match;
    if (name !== undefined && !proseAttributes.has(name)) continue;
    const to = at + match.index + all.length - 1;
    spans.push({ from: to - (value ?? literal?.slice(1, -1) ?? '').length, to });
  }
  return spans;
}

function proseOfYaml(source: string, at: number): Span[] {
  const spans: Span[] = [];
  const document = parseDocument(source, { lineCounter: new LineCounter() });
  visit(document, {
    Scalar(key, node: Scalar, path) {
      if (key === 'key' || typeof node.value !== 'string' || !node.range) return;
      const keys = path.flatMap((parent) =>
        isPair(parent) && isScalar(parent.key) ? [String(parent.key.value)] : [],
      );
      const read = proseKeys.has(keys.at(-1) ?? '') || keys.at(-2) === 'lines';
      if (read) spans.push({ from: at + node.range[0], to: at + node.range[1] });
    },
  });
  return spans;
}

/** Titles, blurbs, questions and answers; no fenced code. */
function proseOfDeck(source: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  let code = false;
  for (const line of source.split('\n')) {
    if (line.startsWith('```')) code = !code;
    else if (!code && !/^(id|tint|see|tags):/.test(line)) {
      const skipped = /^(#|blurb:|Q:|A:)/.exec(line)?.[0].length ?? 0;
      spans.push({ from: at + skipped, to: at + line.length });
    }
    at += line.length + 1;
  }
  return spans;
}

/** Blanks out code in backticks, addresses, entities and escapes: the rest keeps its place. */
export function withoutCode(text: string): string {
  const blank = (all: string) => all.replace(/[^\n]/g, ' ');
  return text
    .replace(/`[^`]*`/g, blank)
    .replace(/https?:\/\/\S+/g, blank)
    .replace(/&\w+;|\\["n]/g, blank);
}

export function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length;
}
