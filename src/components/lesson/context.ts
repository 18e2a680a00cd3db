/**
 * What the tags of a lesson need to know about the page: which chapter it is, and the number of each
 * figure. Tags render in no promised order, so figures are numbered from the text, in the text's order.
 */
export interface LessonContext {
  slug: string;
  number: number;
  title: string;
  /** Headings of the page, which questions may point to. */
  headings: { slug: string; text: string }[];
  /** Figure numbers by the signature of their tag. */
  figures: Map<string, number[]>;
}

/** A lab, two lanes beside each other, and every tag whose name ends in Figure. */
const figureTag = /<(Lab|Duo|[A-Z]\w*Figure)\b([^>]*)/g;
const attribute = /\b([a-zA-Z]+)="([^"]*)"/g;
const identifying = ['lab', 'handler', 'left', 'right', 'scenario', 'schedule'];

type Chapter = Pick<LessonContext, 'slug' | 'number' | 'title' | 'headings'>;

export function lessonContext(chapter: Chapter, body: string): LessonContext {
  const figures = new Map<string, number[]>();
  let count = 0;
  for (const [, tag = '', rest = ''] of withoutCode(body).matchAll(figureTag)) {
    const attributes: Record<string, string> = {};
    for (const [, name = '', value = ''] of rest.matchAll(attribute)) attributes[name] = value;
    count += 1;
    const key = signature(tag, attributes);
    figures.set(key, [...(figures.get(key) ?? []), count]);
  }
  return { ...chapter, figures };
}

/** @throws when the tag stands on another page. */
export function lessonOf(lesson: LessonContext | undefined, tag: string): LessonContext {
  if (lesson) return lesson;
  throw new Error(`<${tag}> stands on a page that is not a lesson. Use it in content/lessons.`);
}

/**
 * "Figure 4.2", and the id by which a link reaches it.
 *
 * @throws when two figures of the lesson show the same thing, so that their tags cannot be told apart.
 */
export function figureOf(
  lesson: LessonContext | undefined,
  tag: string,
  props: object,
): { name: string; id: string } {
  const key = signature(tag, props);
  const numbers = lessonOf(lesson, tag).figures.get(key) ?? [];
  if (numbers.length !== 1) {
    throw new Error(
      `Lesson "${lesson?.slug}" shows <${key}> ${numbers.length} times. Write its attributes as plain strings, and show it once.`,
    );
  }
  return { name: `Figure ${lesson?.number}.${numbers[0]}`, id: `figure-${lesson?.number}-${numbers[0]}` };
}

function signature(tag: string, props: object): string {
  const values = Object.entries(props).filter(([name]) => identifying.includes(name));
  values.sort(([a], [b]) => identifying.indexOf(a) - identifying.indexOf(b));
  return [tag, ...values.map(([name, value]) => `${name}="${value}"`)].join(' ');
}

/** Fences and comments may show tags that are not meant. */
function withoutCode(body: string): string {
  return body.replace(/^```[\s\S]*?^```/gm, '').replace(/\{\/\*[\s\S]*?\*\/\}/g, '');
}
