/** HTML cut into text and tags, in one pass: what is no tag of HTML is text, such as `vector<int>`. */
export type Token =
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; attributes: string }
  | { kind: 'close'; name: string };

const names = new Set(
  (
    'a abbr acronym address article aside audio b bdi bdo big blockquote body br button canvas caption center ' +
    'cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset ' +
    'figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe ' +
    'img input ins kbd label legend li link main map mark math menu meta meter nav nobr noframes noscript ' +
    'object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search section ' +
    'select slot small source span strike strong style sub summary sup svg table tbody td template textarea ' +
    'tfoot th thead time title tr track tt u ul var video wbr anki-mathjax'
  ).split(' '),
);

/** What stands in these is no text for a reader. */
const swallowed = new Set(
  'script style template iframe object noscript noframes title head svg math select textarea canvas audio video'.split(
    ' ',
  ),
);

export function* tokensOf(html: string): Generator<Token, void> {
  const lastEnd = html.lastIndexOf('>');
  // Unclosed quotes would make every tag look to the end: so much looking, and no more.
  let budget = html.length * 20 + 10_000;
  let textStart = 0;
  let at = html.indexOf('<');
  while (at !== -1 && at < lastEnd) {
    const tag = budget > 0 ? tagAt(html, at) : null;
    if (tag === null) {
      at = html.indexOf('<', at + 1);
      continue;
    }
    budget -= tag.end - at;
    if (tag.token === null && tag.end === at) {
      budget -= tag.looked;
      at = html.indexOf('<', at + 1);
      continue;
    }
    if (at > textStart) yield { kind: 'text', text: html.slice(textStart, at) };
    textStart = tag.end;
    if (tag.token !== null) {
      yield tag.token;
      if (tag.token.kind === 'open' && swallowed.has(tag.token.name)) {
        textStart = endOfSwallowed(html, tag.end, tag.token.name);
        yield { kind: 'close', name: tag.token.name };
      }
    }
    at = html.indexOf('<', textStart);
  }
  if (textStart < html.length) yield { kind: 'text', text: html.slice(textStart) };
}

interface Found {
  /** Null: a comment, or no tag at all where `end` is the beginning. */
  token: Token | null;
  end: number;
  looked: number;
}

function tagAt(html: string, at: number): Found | null {
  if (html.startsWith('<!--', at)) {
    const end = html.indexOf('-->', at + 4);
    return { token: null, end: end === -1 ? html.length : end + 3, looked: 0 };
  }
  if (html.startsWith('<!', at) || html.startsWith('<?', at))
    return { token: null, end: html.indexOf('>', at) + 1, looked: 0 };
  const head = /<(\/?)([A-Za-z][A-Za-z0-9:-]{0,40})(?=[\s/>])/y;
  head.lastIndex = at;
  const [whole = '', slash, written = ''] = head.exec(html) ?? [];
  const name = written.toLowerCase();
  // Names with a colon are an office program's; others that HTML does not know are text.
  if (whole === '' || !(names.has(name) || name.includes(':'))) return null;
  const start = at + whole.length;
  const body = /(?:[^>"']|"[^"]*"|'[^']*')*>/y;
  body.lastIndex = start;
  const attributes = body.exec(html)?.[0];
  if (attributes === undefined) return { token: null, end: at, looked: html.length - start };
  const end = start + attributes.length;
  const kind = slash === '/' ? 'close' : 'open';
  return {
    token: kind === 'close' ? { kind, name } : { kind, name, attributes: attributes.slice(0, -1) },
    end,
    looked: 0,
  };
}

function endOfSwallowed(html: string, from: number, name: string): number {
  const close = new RegExp(`</${name}[^>]{0,100}>`, 'gi');
  close.lastIndex = from;
  const found = close.exec(html);
  if (found !== null) return found.index + found[0].length;
  // Without its end, a script is all that follows; of a picture or a sound, nothing is.
  return name === 'script' || name === 'style' ? html.length : from;
}

/** @returns the value of an attribute, entities not decoded */
export function attributeOf(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|[\\s"'])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    attributes,
  );
  return found === null ? null : (found[1] ?? found[2] ?? found[3] ?? '');
}
