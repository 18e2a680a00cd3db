import { expect, test } from 'vitest';
import {
  faultsOf,
  handlerVerdicts,
  scenarioWords,
  servicesOf,
  sumOf,
  verdictRows,
} from '../../../src/components/lab/gallery.ts';
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

test('what holds is one line for each handler, and whatever else is a line of its own', () => {
  const of = (handler: string, scenario: string, kind: 'holds' | 'broken', total: number) => ({
    handler,
    scenario,
    exploration: { ...found({ kind } as Exploration['verdict']), schedules: { total } } as Exploration,
  });
  const rows = verdictRows([
    of('naive', 'calm', 'holds', 6),
    of('naive', 'crash', 'broken', 7),
    of('naive', 'late', 'holds', 20),
    of('claim', 'calm', 'holds', 6),
    of('claim', 'crash', 'holds', 7),
    of('claim', 'late', 'holds', 20),
    of('once', 'calm', 'broken', 6),
  ]);
  expect(rows.map(({ handler, scenarios, total }) => [handler, scenarios.join(' '), total])).toEqual([
    ['naive', 'crash', 7],
    // 6 + 20
    ['naive', 'calm late', 26],
    ['claim', 'calm crash late', 33],
    ['once', 'calm', 6],
  ]);
  expect(rows.slice(1, 3).map(scenarioWords)).toEqual(['In the other two scenarios', 'In all 3 scenarios']);
});
