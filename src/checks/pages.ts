/** What must hold of the built pages: links, heads and words (Node only). */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodePlace } from '../components/lab/link.ts';
import type { Lab } from '../engine/lab.ts';
import type { Dictionary } from './dictionary.ts';
import { lineAt } from './prose.ts';
import { capital, strangerSays, strangersIn } from './spelling.ts';

export interface BuiltPage {
  /** As a visitor types it, below the site's base: `/learn/races/`. */
  path: string;
  html: string;
}

export interface Site {
  /** The folder that the build wrote. */
  folder: string;
  /** What addresses of the site begin with; `/` unless it is served from a folder. */
  base: string;
  pages: BuiltPage[];
  labs: readonly Lab[];
  /** The file in which an author wrote the page's text, if one did: path to file and its text. */
  sources: ReadonlyMap<string, { file: string; source: string }>;
}

export function builtPages(folder: string): BuiltPage[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .sort()
    .map((file) => ({
      path: `/${file.replaceAll('\\', '/').replace(/(^|\/)index\.html$/, '$1')}`,
      html: readFileSync(join(folder, file), 'utf8'),
    }));
}

/** Every problem of every page, in sentences. */
export function pageProblems(site: Site, dictionary: Dictionary): string[] {
  return [
    ...site.pages.flatMap((page) => [...linkProblems(page, site), ...headProblems(page)]),
    ...wordProblems(site.pages, dictionary),
  ];
}

/** Links that lead nowhere, inside of the site and out of it. Nothing is fetched. */
export function linkProblems(page: BuiltPage, site: Site): string[] {
  return [...new Set(hrefs(page.html))].flatMap((href) => {
    const what = wrongWith(href, page, site);
    return what === null ? [] : [`${placeOf(href, page, site)}: the link to "${href}" ${what}`];
  });
}

/** The line where an author wrote the link, or else the page. */
function placeOf(href: string, page: BuiltPage, { sources }: Site): string {
  const written = sources.get(page.path);
  const at = written?.source.indexOf(`(${href})`) ?? -1;
  const found = at === -1 ? (written?.source.indexOf(`"${href}"`) ?? -1) : at;
  return written && found !== -1 ? `${written.file}:${lineAt(written.source, found)}` : `page ${page.path}`;
}

function wrongWith(href: string, page: BuiltPage, site: Site): string | null {
  const here = `https://site.invalid${site.base.replace(/\/$/, '')}`;
  let url: URL;
  try {
    url = new URL(href, `${here}${page.path}`);
  } catch {
    return 'is no address. Correct it.';
  }
  if (url.protocol === 'mailto:') return null;
  if (url.host !== 'site.invalid') return wrongOutside(url);
  if (!url.href.startsWith(here)) return 'leaves the folder of the site. Begin it with the base of the site.';
  const path = decodeURIComponent(url.pathname.slice(new URL(here).pathname.replace(/\/$/, '').length));
  const target = site.pages.find((other) => other.path.replace(/\/$/, '') === path.replace(/\/$/, ''));
  if (!target && !isFile(join(site.folder, path))) return 'leads to no page. Correct it, or add the page.';
  const anchor = decodeURIComponent(url.hash.slice(1));
  if (target && anchor !== '' && !ids(target.html).has(anchor))
    return `names a place that ${target.path === page.path ? 'this page' : target.path} does not have. Correct what stands after #.`;
  return url.search === '' ? null : wrongInLab(path, url.search, site.labs);
}

/** Hosts that no reader can reach, or that stand for something else on each machine. */
const nowhere =
  /^(?:localhost|.*\.(?:localhost|local|internal|test|invalid|example|lan)|\[.*\]|\d+(?:\.\d+){3})$/;

function wrongOutside({ protocol, hostname, username }: URL): string | null {
  if (protocol !== 'https:') return 'is not https. Write https:// if the site has it, or leave the link out.';
  if (username !== '') return 'has a name before the host. Leave it out.';
  if (nowhere.test(hostname) || !hostname.includes('.'))
    return 'leads to a machine that readers cannot reach. Leave it out, or write it as code.';
  return null;
}

/** A link to a lab may say where the lab stands. */
function wrongInLab(path: string, search: string, labs: readonly Lab[]): string | null {
  const [, id] = /^\/labs\/([^/]+)\/?$/.exec(path) ?? [];
  const lab = labs.find((each) => each.id === id);
  if (!lab) return null;
  const preset = {
    handler: Object.keys(lab.variants)[0] ?? '',
    scenario: Object.keys(lab.scenarios)[0] ?? '',
    schedule: '',
  };
  const problem = decodePlace(search, lab, preset)?.problems[0];
  return problem === undefined ? null : `does not open there. ${problem}`;
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

/** What an attribute holds once a browser has read it. */
function unescaped(text: string): string {
  return text
    .replace(/&#(?:x([0-9a-f]+)|(\d+));/gi, (_, hex, dec) =>
      String.fromCodePoint(hex === undefined ? Number(dec) : Number.parseInt(hex, 16)),
    )
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function hrefs(html: string): string[] {
  return [...html.matchAll(/<(?:a|img)\b[^>]*?\s(?:href|src)="([^"]*)"/g)].map((match) =>
    unescaped(match[1] ?? ''),
  );
}

const idsOf = new Map<string, Set<string>>();

function ids(html: string): Set<string> {
  const known = idsOf.get(html);
  if (known) return known;
  const found = new Set([...html.matchAll(/\sid="([^"]*)"/g)].map((match) => unescaped(match[1] ?? '')));
  idsOf.set(html, found);
  return found;
}

/** What search results and screen readers announce a page by. */
export function headProblems({ path, html }: BuiltPage): string[] {
  const problems: string[] = [];
  if (!/<title>[^<]{5,}<\/title>/.test(html))
    problems.push(`page ${path}: has no title. Give the layout one.`);
  if (!/<meta name="description" content="[^"]{20,}"/.test(html))
    problems.push(`page ${path}: has no description of at least 20 characters. Give the layout one.`);
  const headings = html.match(/<h1\b/g)?.length ?? 0;
  if (headings !== 1) problems.push(`page ${path}: has ${headings} first-level headings. Give it one.`);
  return problems;
}

/** Between the letters of one word: React parts texts with comments. */
const joint = /<!--[\s\S]*?-->|<wbr\s*\/?>/g;
const unread = /<(script|style|pre|code|kbd|svg|textarea|template)\b[^>]*>[\s\S]*?<\/\1>|<[^>]*>/g;

/** Words of the site itself, and of what pages make of the content, that are in no dictionary. */
export function wordProblems(pages: readonly BuiltPage[], dictionary: Dictionary): string[] {
  const places = new Map<string, string[]>();
  for (const { path, html } of pages) {
    const text = unescaped(
      html
        .slice(Math.max(0, html.indexOf('<body')))
        .replace(joint, '')
        .replace(unread, ' '),
    );
    // A name may stand in a cell in small letters, as an id.
    const words = strangersIn(text, dictionary).filter(({ word }) => !dictionary.knows(capital(word)));
    for (const word of new Set(words.map((each) => each.word)))
      places.set(word, [...(places.get(word) ?? []), path]);
  }
  return [...places].map(([word, [first, ...more]]) => {
    const others = more.length === 0 ? '' : more.length === 1 ? ' and one more' : ` and ${more.length} more`;
    return `page ${first}${others}: ${strangerSays(word, dictionary)}`;
  });
}
