/** Zstandard with bounds (RFC 8878). The frames are walked before they are unpacked. */
import { Decompress, decompress } from 'fzstd';
import { FormatError, limits } from './shape.ts';
import { bombOf, joined } from './zip-read.ts';

const mib = 1024 * 1024;
/** What a decoder must remember. The packages' own level needs 2 MiB. */
const mostWindow = 16 * mib;
/** Encoders fill blocks of 128 KiB; many tiny ones only serve to keep a reader busy. */
const leastBlock = 8 * 1024;

interface Frame {
  start: number;
  end: number;
  /** Null where the frame does not say. */
  size: number | null;
  window: number;
  blocks: number;
}

/** @param name - The entry, for errors. @throws {FormatError} */
export function unzstd(name: string, bytes: Uint8Array, most: number = limits.unpackedBytes): Uint8Array {
  const broken = () =>
    new FormatError(`"${name}" in the package is damaged: it cannot be unpacked. Export it again.`);
  const parts: Uint8Array[] = [];
  let total = 0;
  const keep = (part: Uint8Array) => {
    total += part.length;
    const bomb = bombOf(name, bytes.length, total, most);
    if (bomb !== null) throw bomb;
    parts.push(part);
  };
  try {
    for (const frame of framesOf(bytes)) {
      const bomb = bombOf(name, bytes.length, total + (frame.size ?? 0), most);
      if (bomb !== null) throw bomb;
      const slice = bytes.subarray(frame.start, frame.end);
      if (frame.size !== null) {
        if (frame.blocks > 16 + frame.size / leastBlock) throw broken();
        keep(decompress(slice));
      } else {
        if (frame.window > mostWindow) throw broken();
        unpackSlowly(slice, keep, broken);
      }
    }
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw broken();
  }
  return joined(parts, total);
}

function unpackSlowly(frame: Uint8Array, keep: (part: Uint8Array) => void, broken: () => FormatError): void {
  let [blocks, total] = [0, 0];
  const stream = new Decompress((part) => {
    blocks += 1;
    total += part.length;
    if (blocks > 16 + total / leastBlock) throw broken();
    // The decoder goes on writing into what it has handed out.
    keep(part.slice());
  });
  stream.push(frame, true);
}

/** @throws {RangeError} where the bytes are no frames */
function framesOf(bytes: Uint8Array): Frame[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frames: Frame[] = [];
  let at = 0;
  while (at < bytes.length) {
    const magic = view.getUint32(at, true);
    // A skippable frame holds nothing of ours.
    if ((magic & 0xfffffff0) >>> 0 === 0x184d2a50) {
      at += 8 + view.getUint32(at + 4, true);
      continue;
    }
    if (magic !== 0xfd2fb528 || frames.length > 1000) throw new RangeError('no frame');
    const frame = readFrame(view, at);
    frames.push(frame);
    at = frame.end;
  }
  if (frames.length === 0) throw new RangeError('no frame');
  return frames;
}

function readFrame(view: DataView, start: number): Frame {
  const flags = view.getUint8(start + 4);
  const single = (flags >> 5) & 1;
  const sizeBytes = [single, 2, 4, 8][flags >> 6] ?? 0;
  const dictionaryBytes = [0, 1, 2, 4][flags & 3] ?? 0;
  let at = start + 5;
  let window = 0;
  if (single === 0) {
    const descriptor = view.getUint8(at);
    const base = 2 ** (10 + (descriptor >> 3));
    window = base + (base / 8) * (descriptor & 7);
    at += 1;
  }
  at += dictionaryBytes;
  const size = sizeAt(view, at, sizeBytes);
  at += sizeBytes;
  let blocks = 0;
  for (let last = false; !last; blocks += 1) {
    const header = view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
    last = (header & 1) === 1;
    const kind = (header >> 1) & 3;
    if (kind === 3) throw new RangeError('no block');
    // A run of one byte is stored as that byte.
    at += 3 + (kind === 1 ? 1 : header >> 3);
  }
  at += (flags >> 2) & 1 ? 4 : 0;
  if (at > view.byteLength) throw new RangeError('cut off');
  return { start, end: at, size, window, blocks };
}

function sizeAt(view: DataView, at: number, bytes: number): number | null {
  if (bytes === 0) return null;
  if (bytes === 1) return view.getUint8(at);
  if (bytes === 2) return view.getUint16(at, true) + 256;
  if (bytes === 4) return view.getUint32(at, true);
  return Number(view.getBigUint64(at, true));
}
