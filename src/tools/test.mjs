/**
 * `npm test`: types, lint, unit tests, a build, and the browser tests against what was built. Goes on
 * after a failure, so that one run tells everything, and ends with one line: `N passed, N failed`.
 */
import { ensureBrowser } from './browser.ts';
import { buildSite } from './site.ts';
import { browserTests, knipStep, staticSteps, unitTests } from './steps.ts';

let passed = 0;
let failed = 0;

/** Failures of one runner are shown up to here; the rest is counted. */
const shown = 20;

function count(name, result) {
  passed += result.passed;
  failed += result.failed;
  const figures =
    result.passed + result.failed === 1 ? '' : ` (${result.passed} of ${result.passed + result.failed})`;
  console.log(`${result.failed ? 'failed' : 'passed'}  ${name}${figures}, ${result.seconds.toFixed(1)} s`);
  for (const failure of result.failures.slice(0, shown)) console.log(`\n${failure.slice(0, 6000)}\n`);
  if (result.failures.length > shown) console.log(`… and ${result.failures.length - shown} more.`);
}

/** A check counts as one test. */
function countOne(name, { passed: good, output, seconds }) {
  count(name, { passed: good ? 1 : 0, failed: good ? 0 : 1, failures: good ? [] : [output], seconds });
}

function findOrInstallBrowser() {
  const started = performance.now();
  try {
    const browser = ensureBrowser((sentence) => console.log(sentence));
    console.log(`The browser is ${browser}.`);
    return browser;
  } catch (error) {
    countOne('a browser for the tests', {
      passed: false,
      output: error.message,
      seconds: (performance.now() - started) / 1000,
    });
    return null;
  }
}

async function main() {
  const browser = findOrInstallBrowser();
  for (const step of [...staticSteps(), knipStep()]) countOne(step.name, await step.run());
  count('unit tests', await unitTests());
  const started = performance.now();
  const built = await buildSite();
  const seconds = (performance.now() - started) / 1000;
  countOne('build of the site', { passed: built.kind !== 'failed', output: built.output ?? '', seconds });
  if (browser && built.kind !== 'failed') count('browser tests', await browserTests(browser));
}

try {
  await main();
} catch (error) {
  console.log(error.stack);
  failed += 1;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
