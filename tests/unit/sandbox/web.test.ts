import { describe, expect, test } from 'vitest';
import { answer, handler, reach } from './helpers.ts';

const json = (expression: string): unknown =>
  JSON.parse(answer(`return Response.json(${expression});`) ?? 'null');
const thrown = (statement: string): string | undefined => reach(handler(statement)).end?.detail;

describe('Response', () => {
  test('has status 200, no headers and an empty body by default', () => {
    expect(
      json(
        '(() => { const r = new Response(); return [r.status, r.ok, r.statusText, [...r.headers], r.bodyUsed] })()',
      ),
    ).toEqual([200, true, '', [], false]);
  });
  test('brings the type of its body unless one is given', () => {
    expect(
      json(
        "[new Response('a'), Response.json(1), new Response('a', { headers: { 'Content-Type': 'x/y' } }), Response.json(1, { headers: [['content-type', 'x/y']] }), new Response(new URLSearchParams('a=1'))].map((r) => r.headers.get('content-type'))",
      ),
    ).toEqual([
      'text/plain;charset=UTF-8',
      'application/json',
      'x/y',
      'x/y',
      'application/x-www-form-urlencoded;charset=UTF-8',
    ]);
  });
  test('is ok from 200 to 299', () => {
    expect(json('[200, 299, 300, 404, 599].map((status) => new Response(null, { status }).ok)')).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
  test.each(['199', '600', '200.5', 'NaN', "'200'", 'null'])('refuses status %s', (status) => {
    if (status === 'null') expect(json('new Response(null, { status: null }).status')).toBe(200);
    else
      expect(thrown(`new Response(null, { status: ${status} });`)).toMatch(
        /^RangeError: A response status is a whole number from 200 to 599; it got (199|600|200\.5|NaN|a string)\.$/,
      );
  });
  test('refuses a body where the status allows none', () => {
    expect(thrown("new Response('a', { status: 204 });")).toBe(
      'TypeError: A response with status 204 cannot have a body.',
    );
  });
  test('redirects', () => {
    expect(
      json(
        "[Response.redirect('/a').headers.get('location'), Response.redirect('https://b.test/c', 303).status]",
      ),
    ).toEqual(['https://shop.test/a', 303]);
    expect(thrown("Response.redirect('/a', 200);")).toBe(
      'RangeError: A redirect has status 301, 302, 303, 307 or 308; it got 200.',
    );
  });
  test('is read once, and says so the second time', () => {
    expect(
      json(
        "await (async () => { const r = new Response('[1]'); return [await r.json(), r.bodyUsed, await r.text().catch((e) => `${e.name}: ${e.message}`)] })()",
      ),
    ).toEqual([
      [1],
      true,
      'TypeError: The body has been read already. Keep what the first reading returned.',
    ]);
  });
  test('can be cloned until it is read', () => {
    expect(
      json(
        "await (async () => { const r = Response.json({ a: 1 }, { status: 201 }); const c = r.clone(); return [await r.text(), await c.text(), c.status, c.headers.get('content-type')] })()",
      ),
    ).toEqual(['{"a":1}', '{"a":1}', 201, 'application/json']);
    expect(thrown("const r = new Response('a'); await r.text(); r.clone();")).toBe(
      'TypeError: The body of this response has been read already.',
    );
  });
  test('gives bytes', () => {
    expect(
      json("[[...(await new Response('é').bytes())], (await new Response('abc').arrayBuffer()).byteLength]"),
    ).toEqual([[195, 169], 3]);
  });
});

describe('Request', () => {
  test('rejects a body that is no JSON with a SyntaxError', () => {
    expect(
      json(
        "await new Request('https://a.test', { method: 'POST', body: '{' }).json().catch((e) => [e instanceof SyntaxError, e.name])",
      ),
    ).toEqual([true, 'SyntaxError']);
  });
  test('is read once', () => {
    expect(thrown('await request.json(); await request.json();')).toBe(
      'TypeError: The body has been read already. Keep what the first reading returned.',
    );
  });
  test('can be made from another', () => {
    expect(
      json(
        "await (async () => { const r = new Request(request, { method: 'put', headers: { a: 'b' } }); return [r.method, r.url, [...r.headers], await r.text()] })()",
      ),
    ).toEqual([
      'PUT',
      'https://shop.test/charges?from=phone',
      [['a', 'b']],
      '{"orderId":"order-9","cents":1000}',
    ]);
  });
  test('refuses a body with GET, and an address that is none', () => {
    expect(thrown("new Request('https://a.test', { body: 'b' });")).toBe(
      'TypeError: A GET request cannot have a body.',
    );
    expect(thrown("new Request('/a');")).toBe('TypeError: Invalid URL: "/a".');
  });
});

describe('Headers', () => {
  test('know no case, join what is appended, and come sorted', () => {
    expect(
      json(
        "(() => { const h = new Headers({ 'X-B': ' 1 ', A: '2' }); h.append('x-b', '3'); h.set('C', 4); h.delete('a'); return [[...h], h.get('X-b'), h.get('a'), h.has('C'), [...h.keys()], [...h.values()]] })()",
      ),
    ).toEqual([
      [
        ['c', '4'],
        ['x-b', '1, 3'],
      ],
      '1, 3',
      null,
      true,
      ['c', 'x-b'],
      ['4', '1, 3'],
    ]);
  });
  test('come from pairs, from other headers, and from nothing', () => {
    expect(
      json(
        "[new Headers([['a', '1'], ['a', '2']]), new Headers(new Headers({ b: '3' })), new Headers(), new Headers(undefined)].map((h) => [...h])",
      ),
    ).toEqual([[['a', '1, 2']], [['b', '3']], [], []]);
  });
  test('visit each in turn', () => {
    expect(
      json(
        "(() => { const seen = []; new Headers({ b: '1', a: '2' }).forEach((value, name) => seen.push(name + value)); return seen })()",
      ),
    ).toEqual(['a2', 'b1']);
  });
  test.each([
    ["new Headers({ 'a b': '1' });", '"a b" is not a header name.'],
    ["new Headers({ '': '1' });", '"" is not a header name.'],
    [
      "new Headers({ a: 'b\\nc' });",
      'A header value cannot hold a line break, NUL, or a character above U+00FF.',
    ],
    ["new Headers('a: b');", 'Headers takes an object, pairs, or other headers; it got a string.'],
  ])('%s is refused', (statement, message) => {
    expect(thrown(statement)).toBe(`TypeError: ${message}`);
  });
});

describe('URL and URLSearchParams', () => {
  test('read an address', () => {
    expect(
      json(
        "(() => { const u = new URL('../b?c=1&c=2#d', 'https://user@A.test:8443/x/y/z'); return [u.href, u.origin, u.pathname, u.search, u.hash, u.host, u.port, u.username, u.searchParams.getAll('c'), String(u), JSON.stringify(u)] })()",
      ),
    ).toEqual([
      'https://user@a.test:8443/x/b?c=1&c=2#d',
      'https://a.test:8443',
      '/x/b',
      '?c=1&c=2',
      '#d',
      'a.test:8443',
      '8443',
      'user',
      ['1', '2'],
      'https://user@a.test:8443/x/b?c=1&c=2#d',
      '"https://user@a.test:8443/x/b?c=1&c=2#d"',
    ]);
  });
  test('change together', () => {
    expect(
      json(
        "(() => { const u = new URL('https://a.test/?b=1'); const p = u.searchParams; p.append('c', 'd e'); u.pathname = '/x y'; u.hash = 'h'; const before = u.href; u.search = '?z=9'; return [before, u.searchParams.get('z'), u.href] })()",
      ),
    ).toEqual(['https://a.test/x%20y?b=1&c=d+e#h', '9', 'https://a.test/x%20y?z=9#h']);
  });
  test('say what is no address', () => {
    expect(thrown("new URL('a b');")).toBe('TypeError: Invalid URL: "a b".');
    expect(json("[URL.canParse('x'), URL.canParse('x', 'https://a.test'), Object.keys(URL)]")).toEqual([
      false,
      true,
      [],
    ]);
  });
  test('take text, pairs and objects, and give them back', () => {
    expect(
      json(
        "[new URLSearchParams('?a=1&b=%20x+y&a=2'), new URLSearchParams([['a', 'é']]), new URLSearchParams({ b: 1 })].map((p) => [String(p), p.size, [...p]])",
      ),
    ).toEqual([
      [
        'a=1&b=+x+y&a=2',
        3,
        [
          ['a', '1'],
          ['b', ' x y'],
          ['a', '2'],
        ],
      ],
      ['a=%C3%A9', 1, [['a', 'é']]],
      ['b=1', 1, [['b', '1']]],
    ]);
    expect(
      json(
        "(() => { const p = new URLSearchParams('b=1&a=2&b=3'); p.set('b', 9); p.sort(); const first = String(p); p.delete('a'); return [first, String(p), p.has('a'), p.has('b', '9'), p.get('x')] })()",
      ),
    ).toEqual(['a=2&b=9', 'b=9', false, true, null]);
  });
});

describe('TextEncoder and TextDecoder', () => {
  test('write and read utf-8', () => {
    expect(json("[...new TextEncoder().encode('aé日😀\\ud800')]")).toEqual([
      ...new TextEncoder().encode('aé日😀\ud800'),
    ]);
    expect(json("new TextDecoder().decode(new TextEncoder().encode('aé日😀'))")).toBe('aé日😀');
  });
  test.each<[number[]]>([
    [[0xc3]],
    [[0xe2, 0x82]],
    [[0xe2, 0x28, 0xa1]],
    [[0xf0, 0x9f, 0x98]],
    [[0xff, 0x61]],
    [[0xc0, 0xaf]],
    [[0xed, 0xa0, 0x80]],
    [[0xf4, 0x90, 0x80, 0x80]],
    [[0xef, 0xbb, 0xbf, 0x61]],
  ])('read %j as every browser does', (bytes) => {
    expect(json(`new TextDecoder().decode(new Uint8Array(${JSON.stringify(bytes)}))`)).toBe(
      new TextDecoder().decode(new Uint8Array(bytes)),
    );
  });
  test('refuse what they do not know', () => {
    expect(thrown("new TextDecoder('latin1');")).toBe(
      'RangeError: TextDecoder knows utf-8 only; it got "latin1".',
    );
    expect(thrown("new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255]));")).toBe(
      'TypeError: These bytes are not valid utf-8.',
    );
  });
});
