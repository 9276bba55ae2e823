import { defineConfig } from 'vitest/config';

/** Files with tests that fail, for the test of the reporters. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.vitest.ts'],
    reporters: [['../vitest-reporter.ts', { folder: process.env.PIPEWRIGHT_TEST_REPORTS }]],
  },
});
