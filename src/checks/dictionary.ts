/**
 * The words of British English as the course spells it, `-ise` and all, and the terms of the field in
 * `content/words.txt` (Node only).
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeTrie, type ITrie } from 'cspell-trie-lib';

export const wordsFile = 'content/words.txt';

export interface Dictionary {
  /** A word as it stands in a text; its apostrophe may be straight. */
  knows(word: string): boolean;
  /** What it may have been meant to be, at most two. */
  guesses(word: string): string[];
  /** Terms of `content/words.txt` that nothing has needed so far. */
  unused(): string[];
}

let english: ITrie | undefined;

function readEnglish(): ITrie {
  const file = createRequire(import.meta.url).resolve('@cspell/dict-en-gb-ise');
  english ??= decodeTrie(gunzipSync(readFileSync(join(dirname(file), 'en_GB.trie.gz'))));
  return english;
}

export function wordsOf(root: string): string[] {
  const path = join(root, wordsFile);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}

/** @param terms - Beside the language: a term in small letters is known with a capital, too. */
export function dictionary(terms: readonly string[]): Dictionary {
  const trie = readEnglish();
  const own = new Set(terms);
  const needed = new Set<string>();
  const known = new Map<string, boolean>();
  const isTerm = (word: string): boolean => {
    if (own.has(word)) needed.add(word);
    return own.has(word);
  };
  const small = (word: string) => word.charAt(0).toLowerCase() + word.slice(1);
  const isWord = (word: string): boolean =>
    trie.has(word) || trie.has(small(word)) || isTerm(word) || isTerm(small(word));
  return {
    knows(text) {
      const word = text.replaceAll("'", '’');
      let answer = known.get(word);
      if (answer === undefined) {
        answer = isWord(word) || (/’s?$/.test(word) && isWord(word.replace(/’s?$/, '')));
        known.set(word, answer);
      }
      return answer;
    },
    guesses(word) {
      const text = word.replaceAll("'", '’');
      // The first may be the word itself, without regard to capitals. A busy machine must not cut the list.
      const guesses = trie.suggest(text, { numSuggestions: 4, timeout: 10_000 });
      return guesses.filter((guess) => guess !== text && trie.has(guess)).slice(0, 2);
    },
    unused: () => terms.filter((term) => !needed.has(term)),
  };
}
