import { expect, test } from 'vitest';
import { tallyPlaywright, tallyVitest } from '../../../src/tools/steps.ts';

const good = { passed: true, output: '', errors: '', seconds: 1 };
const bad = { passed: false, output: 'what the runner printed', errors: '', seconds: 1 };

function unitFile(status: string, ...statuses: string[]) {
  return {
    name: `${process.cwd()}/tests/unit/a.test.ts`,
    status,
    message: 'Cannot find module "b"',
    assertionResults: statuses.map((one, at) => ({
      fullName: `fact ${at}`,
      status: one,
      failureMessages: ['why'],
    })),
  };
}

test('unit tests are counted one by one', () => {
  const report = {
    testResults: [unitFile('passed', 'passed', 'passed'), unitFile('failed', 'passed', 'failed')],
  };
  expect(tallyVitest(report, bad)).toEqual({
    passed: 3,
    failed: 1,
    failures: ['tests/unit/a.test.ts: fact 1\nwhy'],
    seconds: 1,
  });
});

test('a unit test file that does not load is a failure', () => {
  expect(tallyVitest({ testResults: [unitFile('passed', 'passed'), unitFile('failed')] }, bad)).toMatchObject(
    {
      passed: 1,
      failed: 1,
      failures: ['tests/unit/a.test.ts: Cannot find module "b"'],
    },
  );
});

test('a runner that ran nothing has failed', () => {
  expect(tallyVitest({ testResults: [] }, good)).toMatchObject({ passed: 0, failed: 1 });
  expect(tallyPlaywright({ suites: [], errors: [] }, good)).toMatchObject({ passed: 0, failed: 1 });
});

test('a runner that fails although every test passed has failed', () => {
  expect(tallyVitest({ testResults: [unitFile('passed', 'passed')] }, bad)).toMatchObject({
    passed: 1,
    failed: 1,
    failures: ['Every test passed, and yet the runner failed.\nwhat the runner printed'],
  });
});

test('browser tests are counted in nested suites, and flaky ones do not pass', () => {
  const spec = (status: 'expected' | 'unexpected' | 'flaky' | 'skipped') => ({
    title: 'a fact',
    file: 'lab.spec.ts',
    line: 7,
    tests: [{ projectName: 'desktop', status, results: [{ errors: [{ message: 'why' }] }] }],
  });
  const report = {
    suites: [
      {
        title: 'a',
        specs: [spec('expected'), spec('skipped')],
        suites: [{ title: 'b', specs: [spec('unexpected')] }],
      },
      { title: 'c', specs: [spec('flaky')] },
    ],
    errors: [],
  };
  expect(tallyPlaywright(report, bad)).toMatchObject({
    passed: 1,
    failed: 2,
    failures: [
      'tests/e2e/lab.spec.ts:7 (desktop): a fact\nwhy',
      'tests/e2e/lab.spec.ts:7 (desktop): a fact\nwhy',
    ],
  });
});
