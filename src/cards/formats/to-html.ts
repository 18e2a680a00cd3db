/**
 * A card's text as the HTML of an Anki field. Everything is escaped; the little markup of ours becomes
 * `code`, `em`, `strong` and `pre`. `fromHtml` is the inverse, to the character.
 */
import { spansOf } from '../text.ts';

const tags = { code: 'code', stress: 'em', strong: 'strong' } as const;

/** Every line of text but the last ends with `<br>`; fenced code is a block of its own. */
export function toHtml(text: string): string {
  const lines = text.split('\n');
  let html = '';
  let index = 0;
  while (index < lines.length) {
    const close = closingFence(lines, index);
    if (close === -1) {
      html += lineHtml(lines[index] ?? '');
      index += 1;
      if (index < lines.length) html += '<br>';
    } else {
      const language = (lines[index] ?? '').slice(3);
      const attribute = language === '' ? '' : ` class="language-${escapeHtml(language)}"`;
      const code = lines.slice(index + 1, close).map((line) => `${escapeHtml(line)}\n`);
      html += `<pre><code${attribute}>${code.join('')}</code></pre>`;
      index = close + 1;
    }
  }
  return html;
}

/** @returns the line that closes the code which begins here; -1 where none does, or none simply */
function closingFence(lines: readonly string[], open: number): number {
  if (!/^```[A-Za-z0-9+#._-]*$/.test(lines[open] ?? '')) return -1;
  let close = open + 1;
  while (close < lines.length && !lines[close]?.startsWith('```')) close += 1;
  return lines[close] === '```' ? close : -1;
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function lineHtml(line: string): string {
  const html = spansOf(line)
    .map(({ kind, text }) =>
      kind === 'text' ? escapeHtml(text) : `<${tags[kind]}>${escapeHtml(text)}</${tags[kind]}>`,
    )
    .join('');
  return guardSpaces(html);
}

/** Spaces that HTML would swallow, at an end or after another, are written as numbers. */
function guardSpaces(html: string): string {
  let swallows = true;
  return html
    .replace(/<[^>]*>|[ \t]|[^< \t]+/g, (part) => {
      if (part.startsWith('<')) return part;
      const guarded = part === '\t' ? '&#9;' : part === ' ' && swallows ? '&#32;' : part;
      swallows = part === ' ' || part === '\t';
      return guarded;
    })
    .replace(/ ((?:<\/[^>]*>)*)$/, '&#32;$1');
}
