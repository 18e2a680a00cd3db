import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Those of tests/servers start servers of their own, and are skipped where none is installed.
    include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/servers/**/*.test.ts'],
    environment: 'node',
    // Explorations and the first start of the wasm modules take longer on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores are what the smallest machine that runs these tests has.
    maxWorkers: 2,
  },
});
