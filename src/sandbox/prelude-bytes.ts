/**
 * Prelude: bytes, UTF-8, and the base64 of atob and btoa. The host does the work: in here each turn of a
 * loop counts against the budget of the run, and sixty kilobytes would spend it.
 */
export const preludeBytes = `
/** Whether it is a Uint8Array itself, and no proxy, look-alike or other view. */
const isBytes = (value) => value !== null && typeof value === 'object' && kindOfArray(value) === 'Uint8Array';

const mostBytes = 256 * 1024;
/** JSON of a Uint8Array, for the host. */
const bytesJson = (bytes) => {
  needHost();
  const length = lengthOfBytes(bytes);
  if (length > mostBytes) throw new NativeRangeError('There are ' + length + ' bytes; at most ' + mostBytes + ' are allowed.');
  return '[' + joinBytes(bytes, ',') + ']';
};
/** JSON of a text, for the host. */
const textJson = (text) => {
  needHost(text.length);
  return quote(text);
};

/** A Uint8Array from numbers that JSON.parse has read: without an iterator, it goes by their indexes. */
const bytesFrom = (numbers) => {
  setOwn(numbers, Symbol.iterator, undefined, false);
  return new NativeUint8Array(numbers);
};

/** UTF-8 of a string; a lone surrogate becomes U+FFFD. */
const utf8 = (text) => bytesFrom(askHost('utf8', textJson(text)));

/** As browsers name what atob and btoa refuse; there is no DOMException here. */
const invalidCharacter = (message) => {
  const error = new NativeError(message);
  setOwn(error, 'name', 'InvalidCharacterError', false);
  setOwn(error, 'code', 5, false);
  return error;
};
const unfit = ({ at, char }) => 'character ' + (at + 1) + ' of this one is ' + quote(char);

const atob = function atob(base64) {
  if (arguments.length === 0) throw new NativeTypeError('atob takes base64 text; it got nothing.');
  const answer = askHost('atob', textJson(toText(base64)));
  if (typeof answer.binary === 'string') return answer.binary;
  throw invalidCharacter('atob takes base64 text; ' + (answer.at === null
    ? 'this one ends in the middle of a byte. Look for characters that are missing.'
    : unfit(answer) + '. Take off a prefix such as whsec_, and write - and _ as + and /.'));
};

const btoa = function btoa(binary) {
  if (arguments.length === 0) throw new NativeTypeError('btoa takes a text; it got nothing.');
  const answer = askHost('btoa', textJson(toText(binary)));
  if (typeof answer.base64 === 'string') return answer.base64;
  throw invalidCharacter('btoa takes a text of characters up to U+00FF, one for each byte; ' + unfit(answer) + '. Encode it with new TextEncoder() first.');
};
`;
