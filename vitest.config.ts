import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/unit/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Explorations and the first start of the wasm modules take longer on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores are what the smallest machine that runs these tests has.
    maxWorkers: 2,
  },
});
