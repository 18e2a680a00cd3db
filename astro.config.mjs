import mdx from '@astrojs/mdx';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { contentChecks } from './src/integrations/content-checks.ts';
import { contentSecurity } from './src/integrations/content-security.ts';

/**
 * What the race lab shares with its neighbours on a page goes into one file, which compresses better
 * than twenty. What is fetched later, when it is first drawn, stays apart.
 */
const sharedByLabs = {
  name: 'lab',
  test: /src[\\/](?:components[\\/]lab[\\/](?!fault-|Fault|prefix|Prefix|Outside|readings|service-says|Beside|Legend|Clock|Edit|hanging|Diff)|engine[\\/](?:lab|outcomes|verdict)).*\.tsx?$/,
  minShareCount: 2,
};
/** Every page with an island has it: without a file of its own it would bring the lab along. */
const preload = { name: 'preload', test: /preload-helper/, priority: 1 };

export default defineConfig({
  site: process.env.SITE_URL,
  integrations: [contentChecks(), mdx(), react(), contentSecurity()],
  // Code is monochrome here: colour says who did it, or what the verdict is.
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  vite: {
    worker: { format: 'es' },
    environments: {
      client: {
        build: { rolldownOptions: { output: { codeSplitting: { groups: [preload, sharedByLabs] } } } },
      },
    },
  },
});
