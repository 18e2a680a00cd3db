/** As much of protobuf's wire format as Anki's packages need: https://protobuf.dev/programming-guides/encoding/ */
import { FormatError } from './shape.ts';

export interface Message {
  /** The last value of a number field; 0 where it is absent, as protobuf has it. */
  number(field: number): number;
  text(field: number): string;
  /** Every value of a field of bytes. */
  all(field: number): Uint8Array[];
}

/** @param what - For errors. @throws {FormatError} */
export function readMessage(bytes: Uint8Array, what: string): Message {
  const numbers = new Map<number, number>();
  const chunks = new Map<number, Uint8Array[]>();
  let at = 0;
  const broken = () => new FormatError(`${what} is damaged. Export the package again.`);
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[at];
      if (byte === undefined) throw broken();
      at += 1;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
    throw broken();
  };
  while (at < bytes.length) {
    const key = varint();
    const [field, wire] = [Math.floor(key / 8), key % 8];
    if (field === 0) throw broken();
    if (wire === 0) numbers.set(field, varint());
    else if (wire === 1) at += 8;
    else if (wire === 5) at += 4;
    else if (wire === 2) {
      const length = varint();
      if (at + length > bytes.length) throw broken();
      const chunk = bytes.subarray(at, at + length);
      const known = chunks.get(field);
      if (known === undefined) chunks.set(field, [chunk]);
      else known.push(chunk);
      at += length;
    } else throw broken();
  }
  if (at > bytes.length) throw broken();
  return {
    number: (field) => numbers.get(field) ?? 0,
    text: (field) => new TextDecoder().decode(chunks.get(field)?.at(-1)),
    all: (field) => chunks.get(field) ?? [],
  };
}
