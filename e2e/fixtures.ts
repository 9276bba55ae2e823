import { test as base } from '@playwright/test';
import { EditorPage } from './pages/editor';
import { Keyboard } from './pages/keyboard';
import { PipelinesPage } from './pages/pipelines';
import { RunPage } from './pages/run';
import { RunsPage } from './pages/runs';
import { type Service, startService } from './servers/service';

/** What every story can use. */
interface Stories {
  /** A real HTTP service that the story can break and mend. */
  service: Service;
  pipelines: PipelinesPage;
  editor: EditorPage;
  run: RunPage;
  runs: RunsPage;
  keyboard: Keyboard;
  /** Fails the story when a page threw or wrote an error to its console. */
  quietConsole: undefined;
}

/** A story: a browser, a service beside it, and the product's pages by what they are for. */
export const test = base.extend<Stories>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  service: async ({}, use) => {
    const service = await startService();
    await use(service);
    await service.close();
  },
  pipelines: async ({ page }, use) => use(new PipelinesPage(page)),
  editor: async ({ page }, use) => use(new EditorPage(page)),
  run: async ({ page }, use) => use(new RunPage(page)),
  runs: async ({ page }, use) => use(new RunsPage(page)),
  keyboard: async ({ page }, use) => use(new Keyboard(page)),
  quietConsole: [
    async ({ context }, use) => {
      const faults: string[] = [];
      context.on('weberror', (fault) => faults.push(`page error: ${fault.error().stack}`));
      context.on('console', (message) => {
        if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
      });
      await use(undefined);
      expect(faults, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
});

export const { expect } = test;
