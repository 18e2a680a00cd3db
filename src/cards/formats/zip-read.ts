/**
 * Reads a zip with bounds: its entries are counted, their names checked, and each is unpacked piece by
 * piece and no further than allowed, whatever sizes it claims.
 */
import { Inflate } from 'fflate';
import { count, FormatError, limits, quoted } from './shape.ts';

interface Entry {
  name: string;
  method: number;
  packed: number;
  unpacked: number;
  crc: number;
  encrypted: boolean;
  header: number;
}

const broken = (what: string) => new FormatError(`The package is damaged: ${what}. Export it again.`);

export class ZipFile {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #entries = new Map<string, Entry>();
  /** Names that lead out of the folder they would be unpacked in. None is ever used as a path. */
  readonly unsafe: string[] = [];

  /** @throws {FormatError} */
  constructor(bytes: Uint8Array) {
    if (bytes.length > limits.fileBytes)
      throw new FormatError(
        `The package has more than ${limits.fileBytes / 1024 / 1024} MB. Export it without media.`,
      );
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#readDirectory();
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  #readDirectory(): void {
    const end = this.#findEnd();
    const total = this.#view.getUint16(end + 10, true);
    const size = this.#view.getUint32(end + 12, true);
    let at = this.#view.getUint32(end + 16, true);
    if (total === 0xffff || at === 0xffffffff)
      throw new FormatError('The package is a zip of the large kind (zip64). Export it without media.');
    if (total > limits.zipEntries)
      throw new FormatError(
        `The package has more than ${limits.zipEntries} entries. Export it without media.`,
      );
    if (at + size > end) throw broken('its list of entries lies outside it');
    for (let index = 0; index < total; index += 1) {
      if (at + 46 > end || this.#view.getUint32(at, true) !== 0x02014b50)
        throw broken(
          `its list of ${count(total, 'entry').replace(/entrys$/, 'entries')} ends at entry ${index}`,
        );
      at = this.#readEntry(at, end);
    }
  }

  /** The record at the end of every zip, which a comment of up to 64 KiB may follow. */
  #findEnd(): number {
    const last = this.#bytes.length - 22;
    for (let at = last; at >= Math.max(0, last - 0xffff); at -= 1)
      if (
        this.#view.getUint32(at, true) === 0x06054b50 &&
        at + 22 + this.#view.getUint16(at + 20, true) === this.#bytes.length
      )
        return at;
    throw new FormatError(
      'The file is no complete zip, so no package of Anki or Mochi. Choose an .apkg or .mochi file, or export it again.',
    );
  }

  #readEntry(at: number, end: number): number {
    const view = this.#view;
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    if (at + 46 + nameLength > end) throw broken('the name of an entry lies outside it');
    const name = new TextDecoder().decode(this.#bytes.subarray(at + 46, at + 46 + nameLength));
    if (this.#entries.has(name))
      throw new FormatError(`The package holds two entries named ${quoted(name)}. Export it again.`);
    if (isUnsafe(name)) this.unsafe.push(name);
    this.#entries.set(name, {
      name,
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      header: view.getUint32(at + 42, true),
    });
    return at + 46 + nameLength + extra + comment;
  }

  /** @param most - Bytes, unpacked. @throws {FormatError} */
  read(name: string, most: number = limits.unpackedBytes): Uint8Array {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw broken(`it has no entry "${name}"`);
    if (entry.encrypted)
      throw new FormatError(`"${name}" in the package is encrypted. Export it without a password.`);
    const packed = this.#packed(entry);
    if (entry.method === 0) {
      if (packed.length > most) throw tooLarge(name, most);
      return checked(entry, packed);
    }
    if (entry.method !== 8)
      throw new FormatError(
        `"${name}" in the package is compressed by method ${entry.method}, which is not known here. Export it again.`,
      );
    return checked(entry, inflate(entry, packed, most));
  }

  #packed({ name, header, packed }: Entry): Uint8Array {
    if (header + 30 > this.#bytes.length || this.#view.getUint32(header, true) !== 0x04034b50)
      throw broken(`"${name}" is not where its list says`);
    const start =
      header + 30 + this.#view.getUint16(header + 26, true) + this.#view.getUint16(header + 28, true);
    if (start + packed > this.#bytes.length) throw broken(`"${name}" is cut off`);
    return this.#bytes.subarray(start, start + packed);
  }
}

const tooLarge = (name: string, most: number) =>
  new FormatError(
    `"${name}" in the package unpacks to more than ${Math.floor(most / 1024 / 1024)} MB, so it was not read. Split the deck.`,
  );

/** Pieces so small that no single one can unpack to much: deflate makes at most 1032 bytes of one. */
const piece = 16 * 1024;

function inflate({ name }: Entry, packed: Uint8Array, most: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let total = 0;
  let refused: FormatError | null = null;
  const stream = new Inflate((part) => {
    total += part.length;
    refused ??= bombOf(name, packed.length, total, most);
    if (refused === null) parts.push(part);
  });
  try {
    for (let at = 0; at < packed.length && refused === null; at += piece)
      stream.push(packed.subarray(at, at + piece), at + piece >= packed.length);
  } catch {
    throw refused ?? broken(`"${name}" cannot be unpacked`);
  }
  if (refused !== null) throw refused;
  return joined(parts, total);
}

/** @returns the refusal of what unpacks to too much, in all or for its size */
export function bombOf(name: string, packed: number, unpacked: number, most: number): FormatError | null {
  if (unpacked > most) return tooLarge(name, most);
  if (unpacked > 1024 * 1024 && unpacked > packed * limits.ratio)
    return new FormatError(
      `"${name}" in the package unpacks to more than ${limits.ratio} times its size, as no deck does, so it was not read.`,
    );
  return null;
}

export function joined(parts: readonly Uint8Array[], total: number): Uint8Array {
  const all = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function checked({ name, crc, unpacked }: Entry, bytes: Uint8Array): Uint8Array {
  if (bytes.length !== unpacked || crc32(bytes) !== crc) throw broken(`"${name}" is not what was packed`);
  return bytes;
}

const table = Int32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** A name that, used as a path, would lead elsewhere. */
export function isUnsafe(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no name has one
  return /[\u0000-\u001F\\]|^\/|^[A-Za-z]:|(?:^|\/)\.\.(?:\/|$)/.test(name);
}
