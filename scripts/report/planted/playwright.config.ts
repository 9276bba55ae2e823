import { defineConfig } from '@playwright/test';

/** Stories that fail, for the test of the reporters. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.playwright.ts',
  outputDir: process.env.PIPEWRIGHT_TEST_RESULTS,
  reporter: [['../playwright-reporter.ts', { folder: process.env.PIPEWRIGHT_TEST_REPORTS }]],
});
