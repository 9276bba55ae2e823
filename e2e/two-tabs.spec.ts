import type { BrowserContext } from '@playwright/test';
import { expect, test } from './fixtures';
import { EditorPage } from './pages/editor';
import { type PipelinesPage, unique } from './pages/pipelines';

/** Two tabs with the same pipeline: the second makes an edit without knowing the saved edit of the first. */
async function disagree(pipelines: PipelinesPage, first: EditorPage, context: BrowserContext) {
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

  await first.inspect('Alpha');
  await first.title('Alpha of the first tab');
  await first.isSavedAsDraft();
  const theirs = await first.export();

  await second.inspect('Beta');
  await second.title('Beta of the second tab');
  await expect(second.conflict).toContainText('The draft was changed in another tab or by another user.');
  await expect(second.conflict).toContainText('Your edits are not saved until you choose a draft.');
  const mine = await second.export();
  expect(mine).toContain('Beta of the second tab');
  return { second, mine, theirs };
}

test('saving second and keeping the own version loses nothing of the first tab', async ({
  pipelines,
  editor: first,
  context,
}) => {
  const { second, mine, theirs } = await disagree(pipelines, first, context);
  await second.conflict.getByRole('button', { name: 'Keep mine (theirs becomes a version)' }).click();
  await second.isSavedAsDraft();
  await expect(second.conflict).toBeHidden();
  expect(await second.export()).toBe(mine);

  await test.step('the first tab still has its own, and is told when it goes on', async () => {
    expect(await first.export()).toBe(theirs);
    await first.title('Alpha, further');
    await expect(first.conflict).toContainText('The draft was changed in another tab or by another user.');
    await first.conflict.getByRole('button', { name: /^Keep mine/ }).click();
    await first.isSavedAsDraft();
  });
});

test('saving second and opening the other version keeps the own one in undo', async ({
  pipelines,
  editor: first,
  context,
}) => {
  const { second, mine, theirs } = await disagree(pipelines, first, context);
  await second.conflict.getByRole('button', { name: 'Use theirs (undo restores mine)' }).click();
  await expect(second.card('Alpha of the first tab')).toBeVisible();
  await second.isSavedAsDraft();
  expect(await second.export()).toBe(theirs);

  await second.undo();
  expect(await second.export()).toBe(mine);
  await second.isSavedAsDraft();
});

test('no run starts during a conflict of two versions', async ({ pipelines, editor: first, context }) => {
  const { second } = await disagree(pipelines, first, context);
  await second.run();
  await expect(
    second.message('The run was not started: two drafts are in conflict. Choose a draft, then run.'),
  ).toBeVisible();
});
