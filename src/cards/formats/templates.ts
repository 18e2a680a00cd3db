/**
 * Renders the card templates of note types that are not ours, as far as text goes:
 * https://docs.ankiweb.net/templates/fields.html
 */
import { limits } from './shape.ts';

export interface Template {
  /** From 0. For cloze notes there is one template, and a card's number counts its gaps. */
  ord: number;
  question: string;
  answer: string;
}

export interface NoteType {
  id: number;
  name: string;
  cloze: boolean;
  fields: string[];
  templates: Template[];
}

export interface Rendered {
  question: string;
  answer: string;
}

/** @returns null where the note type has no template for the card, or the text grows beyond all bounds */
export function renderCard(type: NoteType, values: readonly string[], ord: number): Rendered | null {
  const template = type.cloze ? type.templates[0] : type.templates.find((each) => each.ord === ord);
  if (template === undefined) return null;
  const fields = new Map(type.fields.map((name, index) => [name, values[index] ?? '']));
  const question = render(template.question, fields, ord, 'question');
  const answer = render(template.answer, fields, ord, 'answer');
  return question === null || answer === null ? null : { question, answer };
}

function render(
  template: string,
  fields: ReadonlyMap<string, string>,
  ord: number,
  side: 'question' | 'answer',
): string | null {
  let [html, from] = ['', 0];
  /** Whether each condition that we are inside of holds. */
  const shown: boolean[] = [];
  for (const { 0: whole, 1: sign, 2: inner = '', index } of template.matchAll(
    /\{\{([#^/]?)([^{}]{0,500})\}\}/g,
  )) {
    if (!shown.includes(false)) html += template.slice(from, index);
    from = index + whole.length;
    const name = inner.trim();
    const filled = (fields.get(name) ?? '').trim() !== '';
    if (sign === '#') shown.push(filled);
    else if (sign === '^') shown.push(!filled);
    else if (sign === '/') shown.pop();
    else if (!shown.includes(false)) html += fieldText(name, fields, ord, side);
    if (html.length > limits.fieldLength * 4) return null;
  }
  return shown.includes(false) ? html : html + template.slice(from);
}

function fieldText(
  name: string,
  fields: ReadonlyMap<string, string>,
  ord: number,
  side: 'question' | 'answer',
): string {
  const parts = name.split(':').map((part) => part.trim());
  const field = parts.at(-1) ?? '';
  const filters = parts.slice(0, -1);
  // Cards of ours show the question above the answer already.
  if (field === 'FrontSide') return '';
  const value = fields.get(name) ?? fields.get(field) ?? '';
  if (filters.some((filter) => filter.startsWith('tts'))) return '';
  if (filters.includes('type') && side === 'question') return '';
  if (filters.some((filter) => filter.startsWith('cloze') || filter === 'type'))
    return value.includes('{{c') ? clozed(value, ord + 1, side) : value;
  return value;
}

/** `{{c1::answer::hint}}`: a gap in the question, and in bold in the answer, for the gap that is asked. */
function clozed(html: string, gap: number, side: 'question' | 'answer'): string {
  let [text, at] = ['', 0];
  while (true) {
    const start = html.indexOf('{{c', at);
    const end = start === -1 ? -1 : html.indexOf('}}', start);
    if (end === -1) return text + html.slice(at);
    text += html.slice(at, start);
    const [head = '', answer, hint] = html.slice(start + 3, end).split('::');
    at = end + 2;
    if (!/^[\d,]+$/.test(head) || answer === undefined) text += html.slice(start, at);
    else if (!head.split(',').includes(String(gap))) text += answer;
    else text += side === 'question' ? `[${hint ?? '…'}]` : `<b>${answer}</b>`;
  }
}
