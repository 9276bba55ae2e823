import { expect, test } from './fixtures';
import { disagree, openTwice } from './pages/two-tabs';

test('a tab without edits shows what another tab saves, at once', async ({
  pipelines,
  editor: first,
  context,
}) => {
  const second = await openTwice(pipelines, first, context);
  await first.inspect('Alpha');
  await first.title('Alpha of the first tab');
  await expect(second.card('Alpha of the first tab')).toBeVisible();
  await second.isSavedAsDraft();

  await test.step('each says that the pipeline is open in the other, and what is selected there', async () => {
    await expect(second.page.getByText('Also open in another tab')).toBeAttached();
    await expect(
      second.page.getByRole('group', { name: /^Alpha of the first tab.*, selected in another tab$/ }),
    ).toBeVisible();
  });

  await test.step('edits of different steps are both kept, and undo takes back the own one', async () => {
    await second.inspect('Beta');
    await second.title('Beta of the second tab');
    await expect(first.card('Beta of the second tab')).toBeVisible();
    await expect(first.card('Alpha of the first tab')).toBeVisible();
    await expect(first.conflict).toBeHidden();
    await second.undo();
    await expect(second.card('Beta')).toBeVisible();
    await expect(second.card('Alpha of the first tab')).toBeVisible();
  });
});

test('an edit is saved at once when its tab leaves the pipeline', async ({
  pipelines,
  editor: first,
  context,
  page,
}) => {
  const second = await openTwice(pipelines, first, context);
  await first.inspect('Alpha');
  await first.title('Alpha, renamed last');
  await page.getByRole('link', { name: 'Pipelines', exact: true }).first().click();
  await expect(second.card('Alpha, renamed last')).toBeVisible();
  await second.isSavedAsDraft();
});

test('a value that both tabs changed is chosen on its step, and the own one stays in undo', async ({
  pipelines,
  editor: first,
  context,
}) => {
  const second = await openTwice(pipelines, first, context);
  await disagree(first, second);
  await second.run();
  await expect(
    second.message('The run was not started: some values were also changed elsewhere.'),
  ).toBeVisible();

  await second.conflict.getByRole('button', { name: 'Show and choose' }).click();
  const values = second.inspector.getByRole('region', { name: 'Values changed here and elsewhere' });
  await expect(values).toContainText('Alpha of the first tab');
  await expect(values).toContainText('Alpha of the second tab');
  await values.getByRole('button', { name: 'Use theirs' }).click();
  await expect(second.card('Alpha of the first tab')).toBeVisible();
  await second.isSavedAsDraft();
  await second.undo();
  await expect(first.card('Alpha of the second tab')).toBeVisible();
});

test('keeping the own value makes a version of the other draft', async ({
  pipelines,
  editor: first,
  context,
}) => {
  const second = await openTwice(pipelines, first, context);
  await disagree(first, second);
  await second.conflict.getByRole('button', { name: 'Keep mine' }).click();
  await second.isSavedAsDraft();
  await expect(first.card('Alpha of the second tab')).toBeVisible();
  await second.openLeft('History');
  await expect(second.page.getByText('Draft before it was replaced')).toBeVisible();
});

test('a closed tab leaves no trace in another', async ({ pipelines, editor: first, context }) => {
  const second = await openTwice(pipelines, first, context);
  const mark = first.page.getByText('Also open in another tab');
  await expect(mark).toBeAttached();
  // A page that is closed has half a second to tell the server, which is too short on a loaded machine.
  await second.page.goto('about:blank');
  await second.page.close();
  await expect(mark).not.toBeAttached();
});
