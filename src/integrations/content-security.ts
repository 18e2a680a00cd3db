/**
 * Writes the content security policy into every built page.
 *
 * Astro inlines small scripts, so each page's policy carries the hashes of the inline scripts that
 * it really contains. Styles may be inline: highlighted code, lanes and the editor set `style`.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const inlineScript = /<script(?<attributes>(?:\s[^>]*)?)>(?<code>[\s\S]*?)<\/script>/g;
const metaCharset = /<meta charset="utf-8"\s*\/?>/i;

export function contentSecurity(): AstroIntegration {
  return {
    name: 'content-security',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const root = fileURLToPath(dir);
        const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.html'));
        for (const file of files) {
          const path = join(root, file);
          const html = await readFile(path, 'utf8');
          await writeFile(path, withPolicy(html, file));
        }
        logger.info(`content security policy written into ${files.length} pages`);
      },
    },
  };
}

/** @throws when the page has no `<meta charset>` to put the policy after. */
export function withPolicy(html: string, file: string): string {
  if (!metaCharset.test(html)) {
    throw new Error(
      `${file} has no <meta charset="utf-8">, after which the content security policy belongs. Use the site layout.`,
    );
  }
  return html.replace(
    metaCharset,
    (meta) => `${meta}<meta http-equiv="Content-Security-Policy" content="${policy(html)}">`,
  );
}

function policy(html: string): string {
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...inlineScriptHashes(html)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const { groups } of html.matchAll(inlineScript)) {
    if (/\ssrc=/.test(groups?.attributes ?? '')) continue;
    hashes.add(
      `'sha256-${createHash('sha256')
        .update(groups?.code ?? '')
        .digest('base64')}'`,
    );
  }
  return [...hashes];
}
