/**
 * Prelude, first part: what the rest needs of JavaScript, taken before any handler can change it.
 *
 * The prelude is JavaScript text for QuickJS. Its parts share one function scope (`prelude.ts`);
 * nothing in it is a global. Rules for code that decides what the host is told: no iteration
 * protocol, no array literals with meaning, no method of a value the handler could have patched.
 */
export const preludeCore = `
const NativeError = Error, NativeTypeError = TypeError, NativeRangeError = RangeError, NativeSyntaxError = SyntaxError;
const NativePromise = Promise, NativeDate = Date, NativeMap = Map;
const { defineProperty, construct, getPrototypeOf } = Reflect;
const { parse, stringify } = JSON;
const { isArray } = Array;
const { isFinite: isFiniteNumber } = Number;
const toText = String;
const { floor } = Math;
const uncurry = Function.prototype.bind.bind(Function.prototype.call);
const promiseThen = uncurry(Promise.prototype.then);
const promiseProto = Promise.prototype;
const promiseAll = Promise.all.bind(Promise);
const slice = uncurry(String.prototype.slice);
const charCodeAt = uncurry(String.prototype.charCodeAt);
const indexOf = uncurry(String.prototype.indexOf);
const mapGet = uncurry(Map.prototype.get);
const mapSet = uncurry(Map.prototype.set);
const NativeUint8Array = Uint8Array;
const bytesProto = getPrototypeOf(Uint8Array.prototype);
const kindOfArray = uncurry(Reflect.getOwnPropertyDescriptor(bytesProto, Symbol.toStringTag).get);
const joinBytes = uncurry(bytesProto.join);
const lengthOfBytes = uncurry(Reflect.getOwnPropertyDescriptor(bytesProto, 'length').get);

/** A list that inherits nothing: a setter on Array.prototype cannot see what goes into it. */
const list = () => ({ __proto__: null, length: 0 });
const push = (items, item) => { items[items.length] = item; items.length += 1; };
const setOwn = (target, key, value, enumerable) =>
  defineProperty(target, key, { __proto__: null, value, writable: true, configurable: true, enumerable });

/** JSON text of a primitive. JSON.stringify looks for toJSON on objects only. */
const quote = (text) => stringify(text);

const joinJson = (items) => {
  let text = '';
  for (let i = 0; i < items.length; i += 1) text += (i === 0 ? '' : ',') + items[i];
  return '[' + text + ']';
};

const deferred = () => {
  const handle = { __proto__: null, promise: null, resolve: null, reject: null };
  handle.promise = new NativePromise((resolve, reject) => {
    handle.resolve = resolve;
    handle.reject = reject;
  });
  return handle;
};

const rejected = (error) => {
  const handle = deferred();
  handle.reject(error);
  return handle.promise;
};

/** Calls back once a value, a promise or a thenable has settled, whatever became of Promise.prototype. */
const whenSettled = (value, ok, bad) => {
  try {
    let promise = value;
    if (value === null || typeof value !== 'object' || getPrototypeOf(value) !== promiseProto) {
      promise = new NativePromise((resolve) => resolve(value));
    }
    // Without a constructor of its own, then would ask Promise for its species.
    setOwn(promise, 'constructor', undefined, false);
    promiseThen(promise, ok, bad);
  } catch (error) {
    bad(error);
  }
};

/** The stack as text; the host finds the handler's own frame in it. */
const here = () => slice(new NativeError().stack, 0, 4000);

/** What a value is, in words for an error message. */
const kindOf = (value) => {
  if (value === null) return 'null';
  if (isArray(value)) return 'an array';
  switch (typeof value) {
    case 'undefined': return 'undefined';
    case 'number': return value !== value ? 'NaN' : isFiniteNumber(value) ? 'a number' : toText(value);
    case 'bigint': return 'a bigint';
    case 'symbol': return 'a symbol';
    case 'function': return 'a function';
    case 'string': return 'a string';
    case 'boolean': return 'a boolean';
    default:
      if (value instanceof NativeDate) return 'a Date';
      if (value instanceof NativePromise) return 'a promise';
      return 'an object';
  }
};

/** Host functions take and give JSON text, so that NUL and lone surrogates cross unharmed. */
const maxHostText = 1 << 20;
const mostText = 256 * 1024;
/** Set once the host refuses: a loop that catches this must not go on preparing texts. */
let hostSpent = false;
/** Before the JSON is written: writing it takes time that nobody counts. */
const needHost = (size = 0) => {
  if (hostSpent) throw new NativeError('The budget of this run is spent.');
  if (size > mostText) throw new NativeRangeError('The text has ' + size + ' characters; at most ' + mostText + ' are allowed.');
};
const askHost = (operation, text) => {
  needHost();
  if (text.length > maxHostText) throw new NativeRangeError('The text has ' + text.length + ' characters; at most ' + maxHostText + ' are allowed.');
  let answer;
  try {
    answer = host(operation, text);
  } catch (error) {
    hostSpent = true;
    throw error;
  }
  return parse(answer);
};
`;
