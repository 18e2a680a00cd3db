/** Bytes of a text file as text. */
import { FormatError, limits } from './shape.ts';

/** UTF-8, with or without a byte order mark, or UTF-16 with one. @throws {FormatError} */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length > limits.unpackedBytes)
    throw new FormatError(
      `The file has more than ${limits.unpackedBytes / 1024 / 1024} MB of text. Split it into smaller ones.`,
    );
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new FormatError(
      `The file is not ${encoding === 'utf-8' ? 'UTF-8' : 'UTF-16, though it begins like it'}. Save it as UTF-8 and try again.`,
    );
  }
  if (text.includes('\0'))
    throw new FormatError('The file holds bytes that are no text. Choose a text file.');
  return text;
}

export function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
