import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkReferences, labFile, loadLab, loadLabs } from '../../../src/labs/load.ts';

const file = 'content/labs/double-charge/lab.yaml';
const good = readFileSync(file, 'utf8');

/** The good file with one line replaced, which must be there. */
function changed(line: string, by: string): string {
  expect(good).toContain(line);
  return good.replace(line, by);
}

test('every lab of the course loads', () => {
  const folders = readdirSync('content/labs', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(loadLabs().map((lab) => lab.id)).toEqual(folders.map((folder) => folder.name).sort());
});

test('defaults are filled in', () => {
  const lab = labFile(
    file,
    good
      .replace('process: own\n', '')
      .replace('    faults: {}\n', '')
      .replace('    when: every-state\n', '')
      .replace(/vary: .*\n/, ''),
  );
  expect(lab.process).toBe('own');
  expect(lab.scenarios['two-at-once']?.faults).toEqual({});
  expect(lab.properties['one-charge-per-order']).toMatchObject({ when: 'every-state' });
  expect(lab.vary).toEqual({});
});

test.each([
  [
    'title: Double charge',
    'titel: Double charge',
    'key titel: is not a key of this place. Remove it, or correct its spelling.',
  ],
  ['title: Double charge\n', '', 'key title: is missing, expected a text.'],
  [
    'entry: handle',
    'entry: handel',
    'key scenarios.two-at-once.tasks.w1.entry: found "handel", expected handle, consume or run.',
  ],
  [
    'path: /charges',
    'path: charges',
    'key scenarios.two-at-once.tasks.w1.request.path: found "charges", expected a path such as /charges.',
  ],
  [
    'always: SELECT',
    'always: DELETE',
    'key properties.one-charge-per-order.always: found "DELETE order_id FROM charge GROUP BY order_id HAVI…", expected a query that starts with SELECT.',
  ],
  [
    'when: every-state',
    'whne: every-state',
    'key properties.one-charge-per-order.whne: is not a key of this place. Remove it, or correct its spelling.',
  ],
  [
    'sometimes: SELECT 1 FROM charge',
    '',
    'key properties.customer-is-charged: found the keys says, expected says, and either always (with when and witness) or sometimes, each a SELECT.',
  ],
  [
    'faults: {}',
    'faults: { explode: 1 }',
    'key scenarios.two-at-once.faults.explode: is not a key of this place. Remove it, or correct its spelling.',
  ],
  ['watch: [charge]', 'watch: []', 'key watch: found an empty list, expected at least one entry.'],
  ['watch: [charge]', 'watch: [charge', ': Flow sequence in block collection must be sufficiently indented'],
])('%j replaced by %j names the file, the key and what was expected', (line, by, message) => {
  const run = () => labFile(file, changed(line, by));
  expect(run).toThrow(message);
  expect(run).toThrow(new RegExp(`^${file}`));
});

test.each([
  [
    'witness: customer-is-charged',
    'witness: nobody',
    'key properties.one-charge-per-order.witness: "nobody" is no "sometimes" property of this lab. Choose one of: customer-is-charged.',
  ],
  [
    'expect: { two-at-once: { kind: holds } }',
    'expect: {}',
    'key variants.unique-claim.expect: says nothing about scenario "two-at-once". Add its verdict.',
  ],
  [
    'property: one-charge-per-order }',
    'property: nothing }',
    'key variants.check-then-insert.expect.two-at-once.property: "nothing" is no property of this lab. Choose one of: one-charge-per-order, customer-is-charged, handler-loads, hangs, never-finishes, throws.',
  ],
])('%j replaced by %j names what does not exist', (line, by, message) => {
  const data = labFile(file, changed(line, by));
  const lab = {
    ...loadLab('double-charge'),
    ...data,
    variants: data.variants as never,
    properties: data.properties as never,
    services: {},
  };
  expect(() => checkReferences(file, lab)).toThrow(`${file}, ${message}`);
});
