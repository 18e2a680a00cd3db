import { builtPages, expect, test } from './helpers.ts';

/** What `href` and `id` attributes hold once a browser has read them. */
function unescaped(text: string): string {
  return text.replaceAll('&amp;', '&').replaceAll('&#38;', '&').replaceAll('&quot;', '"');
}

function hrefs(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map((match) => unescaped(match[1]!));
}

function ids(html: string): Set<string> {
  return new Set([...html.matchAll(/\sid="([^"]*)"/g)].map((match) => unescaped(match[1]!)));
}

for (const from of builtPages) {
  test(`${from.path} has no broken links into the site`, async ({ request }) => {
    const broken: string[] = [];
    const answers = new Map<string, number>();
    for (const href of new Set(hrefs(from.html))) {
      const url = new URL(href, `http://site.test${from.path}`);
      if (url.host !== 'site.test') continue;
      if (!answers.has(url.pathname)) {
        answers.set(url.pathname, (await request.get(url.pathname)).status());
      }
      if (answers.get(url.pathname) !== 200) broken.push(`${href}: ${answers.get(url.pathname)}`);
      const target = builtPages.find(
        (page) => page.path.replace(/\/$/, '') === url.pathname.replace(/\/$/, ''),
      );
      const anchor = decodeURIComponent(url.hash.slice(1));
      if (target && anchor !== '' && !ids(target.html).has(anchor)) broken.push(`${href}: no such place`);
    }
    expect(broken).toEqual([]);
  });
}

test('every page has a title, a description and one first-level heading', () => {
  for (const { path, html } of builtPages) {
    expect(html, path).toMatch(/<title>[^<]{5,}<\/title>/);
    expect(html, path).toMatch(/<meta name="description" content="[^"]{20,}"/);
    expect(html.match(/<h1\b/g)?.length, path).toBe(1);
  }
});
