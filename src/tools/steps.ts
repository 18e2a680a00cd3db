/** The checks that `npm run check` and `npm test` share. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Ran, root, run, toolPath } from './run.ts';

export interface Step {
  name: string;
  run(): Promise<Ran>;
}

function tool(name: string, args: () => string[], env: Record<string, string> = {}): Step {
  return { name, run: () => run(args(), env) };
}

const quiet = { ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' };

/** Format, lint and types: everything that is known without running the project's code. */
export function staticSteps(): Step[] {
  const steps = [
    tool('format and lint', () => [
      toolPath('@biomejs/biome'),
      'ci',
      '--error-on-warnings',
      '--max-diagnostics=40',
    ]),
    tool(
      'types of pages, components and tests',
      () => [toolPath('astro'), 'check', '--minimumSeverity', 'warning'],
      quiet,
    ),
    tool('types of the engine, without DOM and Node', () => [
      toolPath('typescript', 'tsc'),
      '-p',
      'src/engine',
    ]),
  ];
  if (existsSync(path.join(root, 'content/labs/tsconfig.json'))) {
    steps.push(
      tool('types of the handlers in content', () => [
        toolPath('typescript', 'tsc'),
        '-p',
        'content/labs',
        '--noEmit',
      ]),
    );
  }
  return steps;
}

export function knipStep(): Step {
  return tool('unused files, exports and dependencies', () => [
    toolPath('knip'),
    '--no-progress',
    '--no-config-hints',
  ]);
}

/** Test counts, and what the failed ones said. */
export interface Tally {
  passed: number;
  failed: number;
  failures: string[];
  seconds: number;
}

/** Lets a tool write its JSON report into a folder that is gone afterwards. */
async function withReport<T>(work: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'effectively-once-report-'));
  try {
    return await work(path.join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A run that reported nothing has failed, whatever its exit status says. */
function noReport(ran: Ran): Tally {
  return {
    passed: 0,
    failed: 1,
    failures: [ran.output || 'It ended without a report.'],
    seconds: ran.seconds,
  };
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

export function tallyVitest(report: VitestReport, ran: Ran): Tally {
  const tally: Tally = { passed: 0, failed: 0, failures: [], seconds: ran.seconds };
  for (const file of report.testResults) {
    const where = path.relative(root, file.name);
    const before = tally.failed;
    for (const test of file.assertionResults) {
      if (test.status === 'passed') tally.passed += 1;
      if (test.status !== 'failed') continue;
      tally.failed += 1;
      tally.failures.push(`${where}: ${test.fullName}\n${test.failureMessages.join('\n')}`);
    }
    // A file that does not load has no tests to fail.
    if (file.status === 'failed' && tally.failed === before) {
      tally.failed += 1;
      tally.failures.push(`${where}: ${file.message}`);
    }
  }
  return settle(tally, ran);
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    file: string;
    line: number;
    tests: {
      projectName: string;
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      results: { errors?: { message?: string }[] }[];
    }[];
  }[];
}

interface PlaywrightReport {
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
}

export function tallyPlaywright(report: PlaywrightReport, ran: Ran): Tally {
  const tally: Tally = { passed: 0, failed: 0, failures: [], seconds: ran.seconds };
  const visit = (suite: PlaywrightSuite): void => {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        if (test.status === 'expected') tally.passed += 1;
        // Without retries a flaky test cannot occur; should somebody allow them, it is no pass.
        if (test.status !== 'unexpected' && test.status !== 'flaky') continue;
        tally.failed += 1;
        const messages = test.results.flatMap((result) => result.errors ?? []).map((error) => error.message);
        tally.failures.push(
          `tests/e2e/${spec.file}:${spec.line} (${test.projectName}): ${spec.title}\n${messages.join('\n')}`,
        );
      }
    }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  for (const suite of report.suites) visit(suite);
  for (const error of report.errors) {
    tally.failed += 1;
    tally.failures.push(error.message ?? 'Playwright failed without a message.');
  }
  return settle(tally, ran);
}

/** A runner that fails, or runs no test, must not look like a success. */
function settle(tally: Tally, ran: Ran): Tally {
  if (tally.failed > 0 || (ran.passed && tally.passed > 0)) return tally;
  const why = tally.passed === 0 ? 'No test was run.' : 'Every test passed, and yet the runner failed.';
  return { ...tally, failed: 1, failures: [`${why}\n${ran.output}`] };
}

function parsed<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
}

export function unitTests(): Promise<Tally> {
  return withReport(async (file) => {
    const ran = await run([toolPath('vitest'), 'run', '--reporter=json', `--outputFile=${file}`], quiet);
    const report = parsed<VitestReport>(file);
    return report ? tallyVitest(report, ran) : noReport(ran);
  });
}

/** @param browser - Path of the browser that Playwright drives. */
export function browserTests(browser: string): Promise<Tally> {
  return withReport(async (file) => {
    const ran = await run(
      [toolPath('@playwright/test', 'playwright'), 'test', '--reporter=list,json'],
      { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
      { show: true },
    );
    const report = parsed<PlaywrightReport>(file);
    return report ? tallyPlaywright(report, ran) : noReport(ran);
  });
}
