import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dictionary } from '../../../src/checks/dictionary.ts';
import {
  builtPages,
  headProblems,
  linkProblems,
  pageProblems,
  type Site,
  wordProblems,
} from '../../../src/checks/pages.ts';
import { loadLab } from '../../../src/labs/load.ts';
import { project } from './project.ts';

const source = '---\n---\n\nText.\n\nA [link](/nowhere/) and <a href="#gapp">one</a>.\n';
const written = { file: 'content/lessons/04-races/index.mdx', source };

function site(pages: Record<string, string>, change: Partial<Site> = {}): Site {
  return {
    folder: '/nonexistent',
    base: '/',
    pages: Object.entries(pages).map(([path, html]) => ({ path, html })),
    labs: [loadLab('double-charge')],
    sources: new Map([['/learn/races/', written]]),
    ...change,
  };
}

/** What is wrong with one link on the page of a lab, beside a lesson with a heading. */
function linkSays(href: string, change: Partial<Site> = {}): string[] {
  const all = site(
    { '/labs/double-charge/': `<a class="x" href="${href}">x</a>`, '/learn/races/': '<h2 id="gap">Gap</h2>' },
    change,
  );
  return linkProblems(all.pages[0]!, all);
}

test.each([
  '/learn/races/',
  '/learn/races',
  '../../learn/races/#gap',
  '/learn/races/?from=x#gap',
  '/labs/double-charge/?handler=unique-claim&amp;scenario=two-at-once&amp;schedule=w1+w2',
  'https://www.rfc-editor.org/rfc/rfc9110#name-safe',
  'mailto:author@example.org',
])('%s leads somewhere', (href) => {
  expect(linkSays(href)).toEqual([]);
});

test.each([
  ['/learn/race/', 'leads to no page. Correct it, or add the page.'],
  ['/learn/races/#gapp', 'names a place that /learn/races/ does not have. Correct what stands after #.'],
  ['#top', 'names a place that this page does not have. Correct what stands after #.'],
  [
    '/labs/double-charge/?handler=claim',
    'does not open there. The link names a handler, “claim”, that this lab does not have; here is check-then-insert.',
  ],
  ['http://example.org/', 'is not https. Write https:// if the site has it, or leave the link out.'],
  ['https://exa mple.org/', 'is no address. Correct it.'],
  ['javascript:alert(1)', 'is not https. Write https:// if the site has it, or leave the link out.'],
  ['https://me@example.org/', 'has a name before the host. Leave it out.'],
  ...[
    'https://localhost:4321/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://wiki.internal/',
    'https://practice.example/',
    'https://intranet/',
  ].map((href) => [href, 'leads to a machine that readers cannot reach. Leave it out, or write it as code.']),
])('%s %s', (href, says) => {
  expect(linkSays(href)).toEqual([`page /labs/double-charge/: the link to "${href}" ${says}`]);
});

test('a link that an author wrote is found in the file, and told once', () => {
  const all = site({
    '/learn/races/': '<a href="/nowhere/">a</a><a href="/nowhere/">b</a><a href="#gapp">c</a>',
  });
  expect(linkProblems(all.pages[0]!, all)).toEqual([
    `${written.file}:6: the link to "/nowhere/" leads to no page. Correct it, or add the page.`,
    `${written.file}:6: the link to "#gapp" names a place that this page does not have. Correct what stands after #.`,
  ]);
});

test('below a base, links must stay there', () => {
  expect(linkSays('/course/learn/races/#gap', { base: '/course/' })).toEqual([]);
  expect(linkSays('../../learn/races/', { base: '/course/' })).toEqual([]);
  expect(linkSays('/learn/races/', { base: '/course/' })).toEqual([
    'page /labs/double-charge/: the link to "/learn/races/" leaves the folder of the site. Begin it with the base of the site.',
  ]);
});

test('a link to a file is a link, and a picture must be there', () => {
  const { root, write } = project();
  write('pictures/race.png', '');
  const all = site(
    { '/': '<img alt="" src="/pictures/race.png"><img src="/pictures/rice.png" alt="">' },
    { folder: root },
  );
  expect(linkProblems(all.pages[0]!, all)).toEqual([
    'page /: the link to "/pictures/rice.png" leads to no page. Correct it, or add the page.',
  ]);
});

const head = '<title>A title</title><meta name="description" content="What the page is about.">';

test('a page has a title, a description and one first-level heading', () => {
  expect(headProblems({ path: '/', html: `${head}<h1>One</h1>` })).toEqual([]);
  expect(headProblems({ path: '/', html: '<title></title><h1>One</h1><h1>Two</h1>' })).toEqual([
    'page /: has no title. Give the layout one.',
    'page /: has no description of at least 20 characters. Give the layout one.',
    'page /: has 2 first-level headings. Give it one.',
  ]);
});

test('a word of the site that is in no dictionary is told once for all pages', () => {
  const html =
    '<head><title>Recieve</title></head><body><p>We recieve&#39;s</p>re<!-- -->c<wbr>eive <code>slect</code><script>let slect</script></body>';
  const pages = ['/', '/a/', '/b/'].map((path) => ({ path, html }));
  const says =
    '"recieve" is in no dictionary. Correct it to receive or relieve, or add it to content/words.txt.';
  expect(wordProblems(pages.slice(0, 1), dictionary([]))).toEqual([`page /: ${says}`]);
  expect(wordProblems(pages.slice(0, 2), dictionary([]))).toEqual([`page / and one more: ${says}`]);
  expect(wordProblems(pages, dictionary([]))).toEqual([`page / and 2 more: ${says}`]);
});

test('all of a site’s problems, page by page, then its words', () => {
  const { root } = project();
  mkdirSync(path.join(root, 'site/learn/races'), { recursive: true });
  writeFileSync(
    path.join(root, 'site/index.html'),
    `${head}<body><h1>Wrods</h1><a href="/learn/">x</a></body>`,
  );
  writeFileSync(path.join(root, 'site/404.html'), `${head}<body></body>`);
  writeFileSync(path.join(root, 'site/learn/races/index.html'), `${head}<body><h1>Races</h1></body>`);
  const folder = path.join(root, 'site');
  const pages = builtPages(folder);
  expect(pages.map((page) => page.path)).toEqual(['/404.html', '/', '/learn/races/']);
  expect(pageProblems(site({}, { folder, pages }), dictionary([]))).toEqual([
    'page /404.html: has 0 first-level headings. Give it one.',
    'page /: the link to "/learn/" leads to no page. Correct it, or add the page.',
    'page /: "Wrods" is in no dictionary. Correct it to words or woods, or add it to content/words.txt.',
  ]);
});
