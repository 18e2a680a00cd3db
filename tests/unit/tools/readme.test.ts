import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const documents = ['README.md', 'CONTRIBUTING.md'];
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

test('README says why each dependency is there, and names no other', () => {
  const table = readFileSync('README.md', 'utf8').split('## Why each dependency')[1]?.split('\n## ')[0] ?? '';
  const rows = table.split('\n').filter((row) => /^\| `/.test(row));
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1]),
  );
  const wanted = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(named.toSorted()).toEqual(wanted.toSorted());
});

test.each(documents)('%s names only files and npm commands that exist', (document) => {
  const text = readFileSync(document, 'utf8');
  for (const [, target] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
    expect(existsSync(path.resolve(target ?? '')), `${document} links to ${target}`).toBe(true);
  }
  for (const [, script] of text.matchAll(/npm run (?:-s )?([a-z]+)/g)) {
    expect(Object.keys(manifest.scripts), `${document} says npm run ${script}`).toContain(script);
  }
});

const readme = readFileSync('README.md', 'utf8');
const examples = [...readme.matchAll(/^npm run -s once -- (.+)$/gm)]
  .map(([, args]) => args ?? '')
  .filter((args) => !args.includes('mine.ts'));

function once(args: string) {
  const list = [...args.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  return spawnSync(process.execPath, ['src/cli/main.ts', ...list], { encoding: 'utf8' });
}

test.each(examples)('README’s example "%s" is understood', (example) => {
  const { status, stderr } = once(example);
  // 0 and 1 are verdicts; 2 would say that the question made no sense.
  expect([0, 1], stderr).toContain(status);
});

test('README shows what its second example prints', () => {
  const shown = readme.match(/^The second of these prints:\n\n```text\n(.*?)^```$/ms)?.[1];
  expect(once(examples[1] ?? '').stdout).toBe(shown);
});
