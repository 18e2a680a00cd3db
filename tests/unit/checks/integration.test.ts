import { pathToFileURL } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { contentChecks } from '../../../src/integrations/content-checks.ts';
import { lessonFile, project } from './project.ts';

afterEach(() => vi.restoreAllMocks());

/** What a build of the folder prints before it ends, and with which status; null when it goes on. */
async function start(root: string, command = 'build'): Promise<{ printed: string; status: unknown } | null> {
  let printed = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
  vi.spyOn(process, 'exit').mockImplementation((status) => {
    throw new Error(`exit ${status}`);
  });
  const config = { root: pathToFileURL(`${root}/`), base: '/' };
  const setup = contentChecks().hooks['astro:config:setup'] as (options: object) => Promise<void>;
  try {
    await setup({ command, config });
    return null;
  } catch (error) {
    return { printed, status: error instanceof Error ? error.message : error };
  }
}

test('a build of a course without a mistake goes on', async () => {
  expect(await start(project().root)).toBeNull();
});

test('a build of a course with mistakes ends, and prints nothing but the sentences', async () => {
  const { root, change } = project();
  change('content/course.yaml', 'number: 4', 'number: 9');
  expect(await start(root)).toEqual({
    printed:
      'content/course.yaml, key races.number: found 9, expected 8 or less.\nThis is the only problem. The site was not built.\n',
    status: 'exit 1',
  });
  change('content/course.yaml', 'number: 9', 'number: 3');
  change(lessonFile, 'two requests write', 'two requests wriet');
  expect(await start(root)).toEqual({
    printed: [
      `${lessonFile}: content/course.yaml gives "races" the number 3. Rename the folder.`,
      `${lessonFile}:12: "wriet" is in no dictionary. Correct it to write or writ, or add it to content/words.txt.`,
      'These are 2 problems. The site was not built.\n',
    ].join('\n'),
    status: 'exit 1',
  });
});

test('what is no build is not checked', async () => {
  const { root, change } = project();
  change('content/course.yaml', 'number: 4', 'number: 9');
  expect(await start(root, 'dev')).toBeNull();
});
