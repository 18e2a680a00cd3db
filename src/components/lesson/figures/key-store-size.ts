/** How large a table of keys grows: the sum, what may go into it, and the words for it. No DOM here. */

export interface Load {
  /** Requests that bring a new key. Retries bring none. */
  perSecond: number;
  /** How long a key is kept. */
  hours: number;
  bytesPerRow: number;
}

export interface Size {
  rows: number;
  bytes: number;
}

/** In a table that has run for longer than a key is kept, as many rows leave as arrive. */
export function keyStoreSize({ perSecond, hours, bytesPerRow }: Load): Size {
  const rows = perSecond * hours * 3600;
  return { rows, bytes: rows * bytesPerRow };
}

export interface Field {
  name: keyof Load;
  label: string;
  start: number;
  least: number;
  most: number;
}

export const fields: readonly Field[] = [
  { name: 'perSecond', label: 'New keys per second', start: 1000, least: 0.01, most: 1_000_000 },
  { name: 'hours', label: 'Kept for, in hours', start: 24, least: 1, most: 8760 },
  { name: 'bytesPerRow', label: 'Bytes per row', start: 200, least: 32, most: 1_000_000 },
];

/** A number in digits, with or without commas between thousands, and a point before decimals. */
const digits = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/;

/** @returns the number, or one sentence on what is wrong with it. */
export function readField(field: Field, text: string): number | string {
  const typed = text.trim();
  const value = digits.test(typed) ? Number(typed.replaceAll(',', '')) : Number.NaN;
  if (value >= field.least && value <= field.most) return value;
  const range = `from ${grouped(field.least)} to ${grouped(field.most)}`;
  return typed === ''
    ? `“${field.label}” is empty: write a number ${range}.`
    : `“${field.label}” cannot be ${typed.slice(0, 20)}: write a number ${range}, such as ${grouped(field.start)}.`;
}

/** "86.4 million rows and 17.28 GB" */
export function sizeWords({ rows, bytes }: Size): string {
  return `${rowWords(rows)} and ${byteWords(bytes)}`;
}

function rowWords(rows: number): string {
  if (rows < 1e6) return `${grouped(Math.round(rows))} rows`;
  return rows < 1e9 ? `${short(rows / 1e6)} million rows` : `${short(rows / 1e9)} billion rows`;
}

/** Decimal units, in which a provider sells its disks; number and unit stay on one line. */
function byteWords(bytes: number): string {
  const power = Math.min(5, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const unit = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'][power];
  return `${short(bytes / 1000 ** power)}\u00a0${unit}`;
}

/** "About 1,000 rows are written every second, and about 1,000 deleted." */
export function turnoverWords({ perSecond }: Load): string {
  const each = short(perSecond);
  return `Once it is full, ${each} rows are written every second, and ${each} deleted.`;
}

function short(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 2 });
}

function grouped(value: number): string {
  return value.toLocaleString('en');
}
