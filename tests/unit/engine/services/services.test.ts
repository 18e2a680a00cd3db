import { expect, test } from 'vitest';
import { serviceNames } from '../../../../src/engine/lab.ts';
import { services } from '../../../../src/engine/world/services/index.ts';
import { provider } from './support.ts';

test.each(serviceNames)(
  '%s names itself, its guarantees, its limits and how each operation is written',
  (name) => {
    const service = services[name];
    expect(service.name).toBe(name);
    expect(Math.min(service.guarantees.length, service.limits.length)).toBeGreaterThan(2);
    for (const [operation, { signature, doc }] of Object.entries(service.operations)) {
      expect(signature.startsWith(`${name}.${operation}(`)).toBe(true);
      expect(doc).toMatch(/^[A-Z].*\.$/);
    }
  },
);

test.each(serviceNames)('%s starts without anything that could change by itself', (name) => {
  expect(provider(name).instants(services[name].deadlines ?? '')).toEqual([]);
});
