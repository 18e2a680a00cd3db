import { expect, test } from 'vitest';
import { faultsOf, handlerVerdicts, servicesOf, sumOf } from '../../../src/components/lab/gallery.ts';
import type { Exploration } from '../../../src/engine/verdict.ts';
import { lab } from './fixtures.ts';
import { shop } from './world-fixtures.ts';

const found = (verdict: Exploration['verdict']) => ({ verdict }) as Exploration;

test('a handler is told by the worst of its verdicts', () => {
  const verdicts = [
    { handler: 'naive', exploration: found({ kind: 'holds' }) },
    { handler: 'naive', exploration: found({ kind: 'broken', property: 'p' }) },
    { handler: 'claim', exploration: found({ kind: 'holds' }) },
    { handler: 'slow', exploration: found({ kind: 'holds' }) },
    { handler: 'slow', exploration: found({ kind: 'inconclusive', limit: 'states' }) },
  ];
  expect(handlerVerdicts(verdicts)).toEqual([
    { handler: 'naive', kind: 'broken' },
    { handler: 'claim', kind: 'holds' },
    { handler: 'slow', kind: 'inconclusive' },
  ]);
});

test('a lab has the faults of all its scenarios, and its services, each once and in one order', () => {
  const calm = { tasks: {}, scalable: false, faults: { crash: 0, reorder: 1 } };
  expect(faultsOf({ ...shop, scenarios: { ...shop.scenarios, calm } })).toEqual([
    'crash',
    'loseResponse',
    'timeout',
    'redeliver',
    'reorder',
    'clockJump',
  ]);
  expect(faultsOf(lab)).toEqual([]);
  expect(servicesOf({ ...lab, services: { redis: '', payments: '' } })).toEqual(['payments', 'redis']);
});

test('counts are added up exactly, beyond what a number holds', () => {
  expect(sumOf([6, 20, null])).toBe(26);
  expect(sumOf([1, '9007199254740992'])).toBe('9007199254740993');
});
