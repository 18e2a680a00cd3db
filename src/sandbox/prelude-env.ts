/** Prelude: time, randomness, cryptography, the console, and what is not there. */
export const preludeEnv = String.raw`
/* Randomness is sfc32, seeded by the first 16 bytes of SHA-256 of "<seed>/<task>", so that a task's
   n-th draw is the same in every run. A process of its own draws as its task while it loads. */
const hexWord = (text, at) => {
  let value = 0;
  for (let i = at; i < at + 8; i += 1) {
    const code = charCodeAt(text, i);
    value = (value << 4) | (code < 58 ? code - 48 : code - 87);
  }
  return value;
};
const seeded = (name) => {
  const hex = askHost('sha256', '[' + quote(seed + '/' + name) + ',"hex"]');
  return { __proto__: null, a: hexWord(hex, 0), b: hexWord(hex, 8), c: hexWord(hex, 16), counter: hexWord(hex, 24) };
};
const draw = (task) => {
  const state = task.random;
  const sum = (state.a + state.b + state.counter) | 0;
  state.counter = (state.counter + 1) | 0;
  state.a = state.b ^ (state.b >>> 9);
  state.b = (state.c + (state.c << 3)) | 0;
  state.c = (((state.c << 21) | (state.c >>> 11)) + sum) | 0;
  return sum >>> 0;
};
setOwn(Math, 'random', function random() {
  return ((draw(current) >>> 5) * 67108864 + (draw(current) >>> 6)) / 9007199254740992;
}, false);

const hexDigits = '0123456789abcdef';
const randomUUID = (task) => {
  let text = '';
  let word = 0;
  for (let i = 0; i < 32; i += 1) {
    if (i % 8 === 0) word = draw(task);
    let digit = word & 15;
    word >>>= 4;
    if (i === 12) digit = 4;
    if (i === 16) digit = 8 | (digit & 3);
    text += (i === 8 || i === 12 || i === 16 || i === 20 ? '-' : '') + hexDigits[digit];
  }
  return text;
};

const needData = (name, value) => {
  if (typeof value === 'string') return textJson(value);
  if (isBytes(value)) return bytesJson(value);
  throw new NativeTypeError(name + ' takes a string or a Uint8Array; it got ' + kindOf(value) + '.');
};
const needEncoding = (name, encoding) => {
  if (encoding === 'hex' || encoding === 'base64') return quote(encoding);
  throw new NativeTypeError(name + " writes 'hex' or 'base64'; it was asked for " + (typeof encoding === 'string' ? quote(slice(encoding, 0, 40)) : kindOf(encoding)) + '.');
};
const needComparable = (value) => {
  if (typeof value === 'string') return utf8(value);
  if (isBytes(value)) return value;
  throw withCode(new NativeTypeError('crypto.timingSafeEqual takes strings or Uint8Arrays; it got ' + kindOf(value) + '.'), 'ERR_INVALID_ARG_TYPE');
};
const withCode = (error, code) => {
  setOwn(error, 'code', code, true);
  return error;
};
const makeCrypto = (task) => ({
  sha256: (data, encoding = 'hex') => {
    const name = 'crypto.sha256';
    return askHost('sha256', '[' + needData(name, data) + ',' + needEncoding(name, encoding) + ']');
  },
  hmacSha256: (secret, data, encoding = 'hex') => {
    const name = 'crypto.hmacSha256';
    return askHost('hmacSha256', '[' + needData(name, secret) + ',' + needData(name, data) + ',' + needEncoding(name, encoding) + ']');
  },
  /* As Node's: lengths that differ are an error of the caller, with Node's own words. */
  timingSafeEqual: (a, b) => {
    const left = needComparable(a);
    const right = needComparable(b);
    const length = lengthOfBytes(left);
    if (length !== lengthOfBytes(right)) {
      throw withCode(new NativeRangeError('Input buffers must have the same byte length'), 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH');
    }
    let difference = 0;
    for (let i = 0; i < length; i += 1) difference |= left[i] ^ right[i];
    return difference === 0;
  },
  randomUUID: () => randomUUID(task),
});

const uniqueCodes = { __proto__: null, SQLITE_CONSTRAINT_UNIQUE: 1, SQLITE_CONSTRAINT_PRIMARYKEY: 1, SQLITE_CONSTRAINT_ROWID: 1, 23505: 1 };
const isUniqueViolation = (error) =>
  error !== null && typeof error === 'object' && typeof error.code === 'string' && uniqueCodes[error.code] === 1;

/* ---- Date: the clock is the simulation's; the time zone is UTC, for the wasm's host knows no other ---- */
const dateProto = NativeDate.prototype;
const utc = NativeDate.UTC;
const parseDate = NativeDate.parse;
const getTime = uncurry(dateProto.getTime);
const toISO = uncurry(dateProto.toISOString);
const dateText = (date) => (getTime(date) !== getTime(date) ? 'Invalid Date' : toISO(date));
const Clock = function Date(...parts) {
  let time = current.now;
  if (parts.length === 1) {
    const only = parts[0];
    if (typeof only === 'string') time = parseDate(only);
    else if (only instanceof NativeDate) time = getTime(only);
    else time = +only;
  } else if (parts.length > 1) {
    time = utc(...parts);
  }
  return new.target === undefined ? dateText(new NativeDate(time)) : construct(NativeDate, [time], new.target);
};
Clock.prototype = dateProto;
setOwn(Clock, 'now', function now() { return current.now; }, false);
setOwn(Clock, 'parse', function parse(text) { return parseDate(toText(text)); }, false);
setOwn(Clock, 'UTC', utc, false);
setOwn(dateProto, 'constructor', Clock, false);
for (const name of ['toString', 'toUTCString', 'toGMTString', 'toLocaleString']) setOwn(dateProto, name, function () { return dateText(this); }, false);
for (const name of ['toDateString', 'toLocaleDateString']) setOwn(dateProto, name, function () { return slice(dateText(this), 0, 10); }, false);
for (const name of ['toTimeString', 'toLocaleTimeString']) setOwn(dateProto, name, function () { return slice(dateText(this), 11); }, false);

/* ---- console ---- */
const maxLogs = 100;
const maxLogText = 1000;
const show = (value) => {
  if (typeof value === 'string') return value;
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return toText(value);
  if (typeof value === 'function') return '[function]';
  try {
    if (typeof value.stack === 'string') return describe(value).text;
    const text = stringify(value);
    return typeof text === 'string' ? text : '[object]';
  } catch (error) {
    return '[object]';
  }
};
const log = (...values) => {
  const logs = current.logs;
  if (logs.length > maxLogs) return;
  if (logs.length === maxLogs) {
    push(logs, quote('… further lines are left out.'));
    return;
  }
  let text = '';
  for (let i = 0; i < values.length && text.length <= maxLogText; i += 1) text += (i === 0 ? '' : ' ') + show(values[i]);
  push(logs, quote(text.length > maxLogText ? slice(text, 0, maxLogText) + '…' : text));
};

/** An error of the handler's own class was raised where it was made, not in its constructor. */
const withoutMaker = (stack, maker) => {
  const frame = typeof maker === 'function' && typeof maker.name === 'string' && maker.name !== '' ? '    at ' + maker.name + ' (' : null;
  let rest = stack;
  while (frame !== null && slice(rest, 0, frame.length) === frame) {
    const end = indexOf(rest, '\n');
    if (end < 0) return rest;
    rest = slice(rest, end + 1);
  }
  return rest;
};

/** Name and message of whatever was thrown; runs the guest's getters, so only under its budget. */
const describe = (thrown) => {
  let text = '';
  let stack = '';
  try {
    if (thrown !== null && typeof thrown === 'object' && typeof thrown.stack === 'string') {
      text = toText(thrown.name) + ': ' + toText(thrown.message);
      stack = withoutMaker(slice(thrown.stack, 0, 4000), thrown.constructor);
    } else {
      text = 'It threw ' + (typeof thrown === 'string' ? quote(slice(thrown, 0, 200)) : kindOf(thrown)) + ', which is not an Error.';
    }
  } catch (error) {
    text = 'It threw something that cannot be read.';
  }
  return { __proto__: null, text: slice(text, 0, 1000), stack };
};

const absent = (name, advice) => function () { throw new NativeError(name + ' is not available in a handler. ' + advice); };
const waiting = 'Use clock.sleep(ms) of env: other workers move while this one sleeps.';
const globals = {
  Date: Clock,
  console: { log, info: log, warn: log, error: log, debug: log },
  atob,
  btoa,
  setTimeout: absent('setTimeout', waiting),
  setInterval: absent('setInterval', waiting),
  setImmediate: absent('setImmediate', waiting),
  fetch: absent('fetch', 'There is no network here: what a handler may reach is in env.'),
  require: absent('require', 'A handler cannot import: what it may use is in env.'),
};
for (const name of Object.keys(globals)) setOwn(globalThis, name, globals[name], false);
`;
