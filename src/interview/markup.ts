/** From the tree of a lesson's text to the small markup of cards and questions (Node only). */
import type { MdxNode } from '../checks/prose.ts';

/** What the small markup cannot say. */
export class MarkupError extends Error {}

/** Paragraphs and fenced code, with blank lines between them. @throws {MarkupError} */
export function markupOf(nodes: readonly MdxNode[]): string {
  // A tag on a line of its own holds its text bare, without a paragraph around it.
  if (nodes.every((node) => inline.has(node.type))) return nodes.map(inlineOf).join('').trim();
  return nodes.map(blockOf).join('\n\n').trim();
}

const inline = new Set(['text', 'inlineCode', 'emphasis', 'strong', 'link', 'break']);

function blockOf(node: MdxNode): string {
  const children = node.children ?? [];
  switch (node.type) {
    case 'paragraph':
      return children.map(inlineOf).join('');
    case 'code':
      return `\`\`\`\n${node.value ?? ''}\n\`\`\``;
    case 'list':
      return children.map((item) => `– ${(item.children ?? []).map(blockOf).join(' ')}`).join('\n\n');
    default:
      return inlineOf(node);
  }
}

function inlineOf(node: MdxNode): string {
  const inside = () => (node.children ?? []).map(inlineOf).join('');
  switch (node.type) {
    case 'text':
      return curled((node.value ?? '').replace(/\s*\n\s*/g, ' '));
    case 'inlineCode':
      return `\`${node.value ?? ''}\``;
    case 'emphasis':
      return `*${inside()}*`;
    case 'strong':
      return `**${inside()}**`;
    case 'link':
      return inside();
    case 'break':
      return ' ';
    default:
      throw new MarkupError(node.name ? `<${node.name}>` : node.type);
  }
}

/** Straight quotation marks and apostrophes as the lesson's page shows them. */
export function curled(text: string): string {
  return text
    .replace(/(^|[\s([{–—“])"/g, '$1“')
    .replaceAll('"', '”')
    .replace(/(^|[\s([{–—“])'/g, '$1‘')
    .replaceAll("'", '’');
}
