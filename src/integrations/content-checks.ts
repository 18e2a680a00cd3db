/**
 * Checks the content before the site is built, and the pages when they are written. A build with a problem
 * fails, and what it prints begins with the list of problems, each a sentence that names its file.
 */
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { contentProblems } from '../checks/content.ts';
import { dictionary, wordsOf } from '../checks/dictionary.ts';
import { lessonsIn } from '../checks/lessons.ts';
import { builtPages, pageProblems } from '../checks/pages.ts';
import { loadLabs } from '../labs/load.ts';

export function contentChecks(): AstroIntegration {
  let root = process.cwd();
  let base = '/';
  return {
    name: 'content-checks',
    hooks: {
      // The first hook of all: Astro has not read the content yet, and has nothing to add to the sentences.
      'astro:config:setup': async ({ command, config }) => {
        root = fileURLToPath(config.root).replace(/\/$/, '');
        base = config.base;
        if (command === 'build') endWith(await contentProblems(root));
      },
      'astro:build:done': ({ dir, logger }) => {
        const folder = fileURLToPath(dir);
        const pages = builtPages(folder);
        const sources = new Map(
          lessonsIn(root).map(({ slug, file, source }) => [`/learn/${slug}/`, { file, source }]),
        );
        const site = { folder, base, pages, labs: loadLabs(root), sources };
        endWith(pageProblems(site, dictionary(wordsOf(root))));
        logger.info(`links and words of ${pages.length} pages checked`);
      },
    },
  };
}

/** Astro would surround a thrown error with its own words and a stack that leads nowhere. */
function endWith(problems: string[]): void {
  if (problems.length === 0) return;
  const count =
    problems.length === 1
      ? 'This is the only problem. The site was not built.'
      : `These are ${problems.length} problems. The site was not built.`;
  process.stderr.write(`${[...problems, count].join('\n')}\n`);
  process.exit(1);
}
