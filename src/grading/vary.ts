/**
 * Other names and amounts for the same lab, so that a handler which knows the sample data by heart
 * fails. Equal seeds give equal labs, and seed 0 the lab as it is written.
 */
import type { Lab } from '../engine/lab.ts';

/** @returns the lab with every value of `vary` replaced in tasks, rows and properties; prose stays. */
export function varied(lab: Lab, seed: number): Lab {
  const values = [...new Set(Object.values(lab.vary).flat())];
  if (seed === 0) return lab;
  if (values.length === 0) return { ...lab, seed };
  const taken = new Set<string>(values.map(String));
  const others = new Map<string, string>();
  values.forEach((value, index) => {
    for (let attempt = 0; ; attempt += 1) {
      const number = spread(seed, index, attempt);
      const other = typeof value === 'number' ? otherNumber(value, number) : otherName(value, number);
      if (taken.has(other)) continue;
      taken.add(other);
      others.set(String(value), other);
      return;
    }
  });
  const pattern = new RegExp(
    `(?<![\\w.-])(?:${[...others.keys()]
      .sort((a, b) => b.length - a.length)
      .map(escaped)
      .join('|')})(?![\\w-]|\\.\\d)`,
    'g',
  );
  const replace = (text: string) => text.replace(pattern, (value) => others.get(value) ?? value);
  const replaceIn = <Data>(data: Data): Data => JSON.parse(replace(JSON.stringify(data))) as Data;
  const { scenarios, properties, services, schema, track } = lab;
  return {
    ...lab,
    // Else a handler could tell the tasks apart by the UUIDs that the sample gives them.
    seed,
    // Task names such as w1 are no data.
    scenarios: Object.fromEntries(
      Object.entries(scenarios).map(([id, scenario]) => [
        id,
        {
          ...scenario,
          tasks: Object.fromEntries(
            Object.entries(scenario.tasks).map(([task, spec]) => [task, replaceIn(spec)]),
          ),
        },
      ]),
    ),
    properties: replaceIn(properties),
    services: replaceIn(services),
    schema: replace(schema),
    ...(track ? { track: { ...track, level: replace(track.level), total: replace(track.total) } } : {}),
  };
}

/** `order-9` becomes `order-4821`, `ada` becomes `ada-4821`. */
function otherName(value: string, number: number): string {
  const [, head = value, tail] = /^(.*?)(\d+)$/.exec(value) ?? [];
  return tail === undefined ? `${head}-${1000 + (number % 9000)}` : `${head}${1000 + (number % 9000)}`;
}

/** As many digits, so that it stays the kind of amount that it was. */
function otherNumber(value: number, number: number): string {
  const digits = Math.max(2, String(Math.abs(Math.trunc(value))).length);
  const least = 10 ** (digits - 1);
  return String(Math.sign(value || 1) * (least + (number % (9 * least))));
}

/** A whole number below 2^31 that looks like chance. */
function spread(seed: number, index: number, attempt: number): number {
  let mixed =
    Math.imul(seed, 0x9e3779b9) ^ Math.imul(index + 1, 0x85ebca6b) ^ Math.imul(attempt + 1, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 1;
}

const escaped = (text: string | number) => String(text).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
