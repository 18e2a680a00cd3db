/** `npm run check`: format, lint, types, unit tests, unused code. Stops at the first that fails. */
import { knipStep, staticSteps, unitTests } from './steps.ts';

function line(mark, name, seconds) {
  console.log(`${mark}  ${name}, ${seconds.toFixed(1)} s`);
}

async function passes(step) {
  const { passed, output, seconds } = await step.run();
  line(passed ? 'passed' : 'failed', step.name, seconds);
  if (!passed) console.log(`\n${output}`);
  return passed;
}

async function main() {
  for (const step of staticSteps()) if (!(await passes(step))) return false;
  const unit = await unitTests();
  const all = unit.passed + unit.failed;
  if (unit.failed) line('failed', `${unit.failed} of ${all} unit tests`, unit.seconds);
  else line('passed', `${all} unit tests`, unit.seconds);
  for (const failure of unit.failures) console.log(`\n${failure}`);
  return unit.failed === 0 && (await passes(knipStep()));
}

process.exitCode = (await main()) ? 0 : 1;
