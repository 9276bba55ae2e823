import { type BrowserContext, expect } from '@playwright/test';
import { EditorPage } from './editor';
import { type PipelinesPage, unique } from './pipelines';

/** A pipeline of two steps in two tabs. */
export async function openTwice(
  pipelines: PipelinesPage,
  first: EditorPage,
  context: BrowserContext,
): Promise<EditorPage> {
  const address = await pipelines.import({
    name: unique('Shared'),
    steps: [
      { id: 'a', name: 'Alpha', action: 'log', params: { message: 'a' } },
      { id: 'b', name: 'Beta', action: 'log', params: { message: 'b' } },
    ],
  });
  const tab = await context.newPage();
  await tab.goto(address);
  const second = new EditorPage(tab);
  await expect(second.card('Alpha')).toBeVisible();
  await expect(first.card('Alpha')).toBeVisible();
  return second;
}

/** Both tabs change the title of one step; the requests of the second arrive later. */
export async function disagree(first: EditorPage, second: EditorPage): Promise<void> {
  let reach = () => {};
  const reachable = new Promise<void>((resolve) => {
    reach = resolve;
  });
  await second.page.route('**/*', async (route) => {
    await reachable;
    await route.continue();
  });
  await second.inspect('Alpha');
  await second.title('Alpha of the second tab');
  await first.inspect('Alpha');
  await first.title('Alpha of the first tab');
  await first.isSavedAsDraft();
  reach();
  await second.page.unrouteAll({ behavior: 'wait' });
  await expect(second.conflict).toContainText('A value was changed here and elsewhere.');
}
