import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { withPolicy } from '../../../src/integrations/content-security.ts';

const head = '<!DOCTYPE html><html><head><meta charset="utf-8"><title>t</title>';

function hashOf(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}

test('the policy stands right after the charset and hashes each inline script once', () => {
  const page = `${head}<script>a()</script><script type="module">b()</script><script>a()</script></head></html>`;
  const html = withPolicy(page, 'index.html');
  expect(html).toContain(
    '<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src \'self\';',
  );
  expect(html).toContain(`script-src 'self' 'wasm-unsafe-eval' ${hashOf('a()')} ${hashOf('b()')};`);
});

test('a script with an address needs no hash', () => {
  const html = withPolicy(`${head}<script type="module" src="/x.js"></script></head></html>`, 'index.html');
  expect(html).toContain("script-src 'self' 'wasm-unsafe-eval';");
});

test('white space inside a script counts, as it does for the browser', () => {
  const html = withPolicy(`${head}<script>\n  a();\n</script></head></html>`, 'index.html');
  expect(html).toContain(hashOf('\n  a();\n'));
});

test('a page without a charset is refused by name', () => {
  expect(() => withPolicy('<html></html>', 'labs/index.html')).toThrow(
    'labs/index.html has no <meta charset="utf-8">, after which the content security policy belongs. Use the site layout.',
  );
});
