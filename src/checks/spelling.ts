/** Words that are in no dictionary, in the prose of content files (Node only). */
import { type Dictionary, wordsFile } from './dictionary.ts';
import { lineAt, proseIn, withoutCode } from './prose.ts';

/** Letters, with apostrophes and hyphens between them. */
const words = /(?<![\p{L}\p{N}_])\p{L}[\p{L}\p{M}]*(?:['’‑-][\p{L}\p{M}]+)*['’]?(?![\p{L}\p{N}_])/gu;
/** Names of code: joined by dots and strokes, with a digit or an inner capital, or in capitals. */
const code = /\p{L}[‑-]\d|[@_/=(){}[\]<>|\\$*]\p{L}|\p{L}[@_/=(){}[\]<|\\$]|\p{L}[.:]\p{L}/u;

/**
 * @param file - As messages name it; its ending tells how to read it.
 * @returns a sentence for each word, at the line where it stands first
 */
export function spellingProblems(file: string, source: string, dictionary: Dictionary): string[] {
  const strangers = new Map<string, number>();
  for (const { from, to } of proseIn(file, source)) {
    for (const { word, at } of strangersIn(source.slice(from, to), dictionary))
      if (!strangers.has(word)) strangers.set(word, lineAt(source, from + at));
  }
  return [...strangers].map(([word, line]) => `${file}:${line}: ${strangerSays(word, dictionary)}`);
}

export function strangerSays(word: string, dictionary: Dictionary): string {
  const guesses = dictionary.guesses(word);
  const meant = guesses.length > 0 ? ` to ${guesses.join(' or ')}` : '';
  return `"${word}" is in no dictionary. Correct it${meant}, or add it to ${wordsFile}.`;
}

/** Words of a text that the dictionary does not know, with their places. */
export function strangersIn(text: string, dictionary: Dictionary): { word: string; at: number }[] {
  const found: { word: string; at: number }[] = [];
  for (const chunk of withoutCode(text).matchAll(/[^\s—–…]+/g)) {
    if (code.test(chunk[0].replace(/^[*("'“‘]+|[*)"'”’.,:;!?]+$/g, ''))) continue;
    for (const match of chunk[0].matchAll(words)) {
      const word = match[0].replace(/['’]s?$/, '');
      if (isName(word) || dictionary.knows(match[0]) || dictionary.knows(word)) continue;
      const parts = word.split(/[‑-]/);
      // An id such as fee-june-ines writes names in small letters.
      const knows = (part: string) =>
        dictionary.knows(part) || (parts.length > 1 && dictionary.knows(capital(part)));
      const part = parts.find((each) => !isName(each) && !knows(each));
      if (part !== undefined) found.push({ word: part, at: chunk.index + match.index + word.indexOf(part) });
    }
  }
  return found;
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** One letter, capitals alone, or a capital inside: W1, HTTP's, useState. */
function isName(word: string): boolean {
  return word.length === 1 || /\p{Ll}\p{Lu}|^\p{Lu}+(?:['’]?s)?$/u.test(word);
}
