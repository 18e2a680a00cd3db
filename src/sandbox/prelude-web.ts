/**
 * Prelude: the Fetch classes a handler meets, small but with the standard's answers. What they leave
 * out: streams, blobs, forms, Response.error, and forbidden header names.
 */
export const preludeWeb = String.raw`
class TextEncoder {
  get encoding() { return 'utf-8'; }
  encode(text = '') { return utf8(toText(text)); }
}

class TextDecoder {
  #fatal;
  #ignoreBOM;
  constructor(label = 'utf-8', options = {}) {
    if (!/^\s*(?:utf-?8|unicode-1-1-utf-8)\s*$/i.test(toText(label))) throw new NativeRangeError('TextDecoder knows utf-8 only; it got "' + toText(label) + '".');
    this.#fatal = Boolean(options.fatal);
    this.#ignoreBOM = Boolean(options.ignoreBOM);
  }
  get encoding() { return 'utf-8'; }
  get fatal() { return this.#fatal; }
  get ignoreBOM() { return this.#ignoreBOM; }
  decode(input = new NativeUint8Array(0)) {
    const json = '{"bytes":' + bytesJson(viewOf(input)) + ',"fatal":' + this.#fatal + ',"ignoreBOM":' + this.#ignoreBOM + '}';
    const text = askHost('fromUtf8', json);
    if (text === null) throw new NativeTypeError('These bytes are not valid utf-8.');
    return text;
  }
}

/** The bytes that a buffer or a view of one shows; no copy. */
const viewOf = (input) =>
  input instanceof ArrayBuffer ? new NativeUint8Array(input) : new NativeUint8Array(input.buffer, input.byteOffset, input.byteLength);

class URLSearchParams {
  #pairs = [];
  #changed;
  constructor(init = '', changed = () => undefined) {
    this.#changed = typeof changed === 'function' && changed[urlOwned] === true ? changed : () => undefined;
    if (typeof init === 'string') this.#pairs = askHost('parseQuery', textJson(init));
    else if (init !== null && typeof init === 'object' && typeof init[Symbol.iterator] === 'function') {
      for (const [name, value] of init) this.#pairs.push([toText(name), toText(value)]);
    } else for (const name of Object.keys(init)) this.#pairs.push([name, toText(init[name])]);
  }
  append(name, value) { this.#pairs.push([toText(name), toText(value)]); this.#changed(this.toString()); }
  delete(name, value) {
    this.#pairs = this.#pairs.filter(([n, v]) => n !== toText(name) || (value !== undefined && v !== toText(value)));
    this.#changed(this.toString());
  }
  get(name) { return this.#pairs.find(([n]) => n === toText(name))?.[1] ?? null; }
  getAll(name) { return this.#pairs.filter(([n]) => n === toText(name)).map(([, v]) => v); }
  has(name, value) { return this.#pairs.some(([n, v]) => n === toText(name) && (value === undefined || v === toText(value))); }
  set(name, value) {
    const at = this.#pairs.findIndex(([n]) => n === toText(name));
    if (at < 0) this.#pairs.push([toText(name), toText(value)]);
    else this.#pairs = this.#pairs.filter(([n], i) => i <= at || n !== toText(name)).map((pair, i) => (i === at ? [pair[0], toText(value)] : pair));
    this.#changed(this.toString());
  }
  sort() { this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)); this.#changed(this.toString()); }
  forEach(visit) { for (const [name, value] of this.#pairs) visit(value, name, this); }
  get size() { return this.#pairs.length; }
  *entries() { for (const [name, value] of this.#pairs) yield [name, value]; }
  *keys() { for (const [name] of this.#pairs) yield name; }
  *values() { for (const [, value] of this.#pairs) yield value; }
  [Symbol.iterator]() { return this.entries(); }
  toString() {
    needHost();
    return askHost('formatQuery', stringify(this.#pairs));
  }
}
const urlOwned = Symbol('owned by a URL');

const askUrl = (url, base) =>
  askHost('url', '[' + textJson(toText(url)) + ',' + (base === undefined ? 'null' : textJson(toText(base))) + ']');

/** Parsed by the host's own URL, which every browser and Node share. */
class URL {
  #parts;
  #search = null;
  constructor(url, base) {
    const parts = askUrl(url, base);
    if (parts === null) throw new NativeTypeError('Invalid URL: "' + slice(toText(url), 0, 200) + '".');
    this.#parts = parts;
  }
  static canParse(url, base) { return askUrl(url, base) !== null; }
  static set(url, part, value) {
    const parts = askHost('setUrl', '[' + quote(url.#parts.href) + ',' + quote(part) + ',' + textJson(toText(value)) + ']');
    if (parts === null) throw new NativeTypeError('Invalid URL: "' + slice(toText(value), 0, 200) + '".');
    url.#parts = parts;
    if (part !== 'hash') url.#search = null;
  }
  static read(url, part) { return url.#parts[part]; }
  get origin() { return this.#parts.origin; }
  get searchParams() {
    if (this.#search === null) {
      const changed = (text) => { const search = this.#search; setUrlPart(this, 'search', text); this.#search = search; };
      changed[urlOwned] = true;
      this.#search = new URLSearchParams(this.#parts.search, changed);
    }
    return this.#search;
  }
  toString() { return this.#parts.href; }
  toJSON() { return this.#parts.href; }
}
const setUrlPart = URL.set;
const readUrlPart = URL.read;
delete URL.set;
delete URL.read;
for (const part of ['href', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']) {
  defineProperty(URL.prototype, part, {
    get() { return readUrlPart(this, part); },
    set(value) { setUrlPart(this, part, value); },
    enumerable: true,
    configurable: true,
  });
}

const headerName = (name) => {
  const text = toText(name).toLowerCase();
  if (!/^[!#$%&'*+\-.^_|~0-9a-z${'`'}]+$/.test(text)) throw new NativeTypeError('"' + slice(text, 0, 100) + '" is not a header name.');
  return text;
};
const headerValue = (value) => {
  const text = toText(value).replace(/^[\t\r\n ]+|[\t\r\n ]+$/g, '');
  if (/[\0\r\n]|[^\0-\xff]/.test(text)) throw new NativeTypeError('A header value cannot hold a line break, NUL, or a character above U+00FF.');
  return text;
};

class Headers {
  #values = new NativeMap();
  constructor(init) {
    if (init === undefined || init === null) return;
    if (typeof init !== 'object') throw new NativeTypeError('Headers takes an object, pairs, or other headers; it got ' + kindOf(init) + '.');
    if (typeof init[Symbol.iterator] === 'function') for (const [name, value] of init) this.append(name, value);
    else for (const name of Object.keys(init)) this.append(name, init[name]);
  }
  append(name, value) {
    const key = headerName(name);
    const held = mapGet(this.#values, key);
    mapSet(this.#values, key, held === undefined ? headerValue(value) : held + ', ' + headerValue(value));
  }
  set(name, value) { mapSet(this.#values, headerName(name), headerValue(value)); }
  get(name) { return mapGet(this.#values, headerName(name)) ?? null; }
  has(name) { return mapGet(this.#values, headerName(name)) !== undefined; }
  delete(name) { this.#values.delete(headerName(name)); }
  forEach(visit) { for (const [name, value] of this.entries()) visit(value, name, this); }
  *entries() { for (const name of [...this.#values.keys()].sort()) yield [name, mapGet(this.#values, name)]; }
  *keys() { for (const [name] of this.entries()) yield name; }
  *values() { for (const [, value] of this.entries()) yield value; }
  [Symbol.iterator]() { return this.entries(); }
}

/** What Request and Response share: a body that is read once. It has a text, and bytes where the text does not tell them. */
class Body {
  #text = null;
  #bytes = null;
  #used = false;
  static {
    bodyOf = (body) => ({ __proto__: null, text: body.#text, bytes: body.#bytes, used: body.#used });
    setBody = (body, text, bytes) => { body.#text = text; body.#bytes = bytes; };
  }
  get bodyUsed() { return this.#used; }
  async text() {
    if (this.#used) throw new NativeTypeError('The body has been read already. Keep what the first reading returned.');
    if (this.#text !== null) this.#used = true;
    return this.#text ?? '';
  }
  async json() { return parse(await this.text()); }
  async bytes() {
    const text = await this.text();
    return this.#bytes === null ? utf8(text) : new NativeUint8Array(this.#bytes);
  }
  async arrayBuffer() { return (await this.bytes()).buffer; }
}
var bodyOf, setBody;

/** Text of a body, the type it brings along, and its bytes if it came as bytes. */
const extractBody = (body) => {
  if (body === undefined || body === null) return [null, null, null];
  if (body instanceof URLSearchParams) return [body.toString(), 'application/x-www-form-urlencoded;charset=UTF-8', null];
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) {
    const bytes = new NativeUint8Array(viewOf(body));
    return [new TextDecoder().decode(bytes), null, bytes];
  }
  return [toText(body), 'text/plain;charset=UTF-8', null];
};

class Request extends Body {
  #url; #method; #headers;
  constructor(input, init = {}) {
    super();
    const from = input instanceof Request ? input : null;
    this.#url = new URL(from === null ? input : from.url).href;
    const method = toText(init.method ?? from?.method ?? 'GET');
    this.#method = /^(?:delete|get|head|options|post|put)$/i.test(method) ? method.toUpperCase() : method;
    this.#headers = new Headers(init.headers ?? from?.headers);
    if (from !== null && from.bodyUsed && init.body === undefined) throw new NativeTypeError('The body of this request has been read already.');
    const [text, type, bytes] = init.body === undefined && from !== null ? [bodyOf(from).text, null, bodyOf(from).bytes] : extractBody(init.body);
    if (text !== null && (this.#method === 'GET' || this.#method === 'HEAD')) throw new NativeTypeError('A ' + this.#method + ' request cannot have a body.');
    setBody(this, text, bytes);
    if (type !== null && !this.#headers.has('content-type')) this.#headers.set('content-type', type);
  }
  get url() { return this.#url; }
  get method() { return this.#method; }
  get headers() { return this.#headers; }
  clone() { return new Request(this); }
}

class Response extends Body {
  #status; #statusText; #headers;
  static { isResponse = (value) => typeof value === 'object' && value !== null && #status in value; statusOf = (response) => response.#status; }
  constructor(body = null, init = {}) {
    super();
    const options = init ?? {};
    const status = options.status ?? 200;
    if (typeof status !== 'number' || floor(status) !== status || status < 200 || status > 599) {
      throw new NativeRangeError('A response status is a whole number from 200 to 599; it got ' + (typeof status === 'number' ? toText(status) : kindOf(status)) + '.');
    }
    this.#status = status;
    this.#statusText = toText(options.statusText ?? '');
    this.#headers = new Headers(options.headers);
    const [text, type, bytes] = extractBody(body);
    if (text !== null && (status === 204 || status === 205 || status === 304)) throw new NativeTypeError('A response with status ' + status + ' cannot have a body.');
    setBody(this, text, bytes);
    if (type !== null && !this.#headers.has('content-type')) this.#headers.set('content-type', type);
  }
  static json(data, init = {}) {
    const text = stringify(data);
    if (typeof text !== 'string') throw new NativeTypeError('Response.json takes what JSON can hold; it got ' + kindOf(data) + '.');
    const response = new Response(text, init);
    if (!new Headers((init ?? {}).headers).has('content-type')) response.headers.set('content-type', 'application/json');
    return response;
  }
  static redirect(url, status = 302) {
    if (![301, 302, 303, 307, 308].includes(status)) throw new NativeRangeError('A redirect has status 301, 302, 303, 307 or 308; it got ' + toText(status) + '.');
    return new Response(null, { status, headers: { location: new URL(url, 'https://shop.test').href } });
  }
  get status() { return this.#status; }
  get statusText() { return this.#statusText; }
  get headers() { return this.#headers; }
  get ok() { return this.#status >= 200 && this.#status <= 299; }
  clone() {
    const body = bodyOf(this);
    if (body.used) throw new NativeTypeError('The body of this response has been read already.');
    return new Response(body.bytes ?? body.text, { status: this.#status, statusText: this.#statusText, headers: this.#headers });
  }
}
var isResponse, statusOf;

const webGlobals = { TextEncoder, TextDecoder, URL, URLSearchParams, Headers, Request, Response };
for (const name of Object.keys(webGlobals)) setOwn(globalThis, name, webGlobals[name], false);
`;
