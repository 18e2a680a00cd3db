import mdx from '@astrojs/mdx';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { contentSecurity } from './src/integrations/content-security.ts';

export default defineConfig({
  site: process.env.SITE_URL,
  integrations: [mdx(), react(), contentSecurity()],
  // Code is monochrome here: colour says who did it, or what the verdict is.
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  vite: { worker: { format: 'es' } },
});
