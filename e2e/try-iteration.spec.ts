import { expect, test } from './fixtures';
import { axeViolations } from './pages/axe';
import { unique } from './pages/pipelines';

test('one iteration of a loop is run alone with its own item', async ({
  pipelines,
  editor,
  run,
  service,
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  for (const item of ['north', 'south', 'west']) service.answer(`/sites/${item}`, { body: { item } });
  await pipelines.import({
    name: unique('Sites'),
    steps: [
      {
        id: 'each',
        name: 'Each site',
        action: 'loop',
        params: {
          items: ['north', 'south', 'west'],
          action: 'http_request',
          action_params: { url: `${service.url}/sites/{{item}}`, method: 'POST' },
        },
      },
    ],
  });
  await editor.run();
  await run.isNow('Completed');
  await run.exit();
  const before = service.requests.length;

  await editor.inspect('Each site');
  await editor.inspector.getByRole('spinbutton', { name: 'iteration' }).press('ArrowUp');
  await editor.inspector.getByRole('button', { name: 'Run this step' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run each' });
  await expect(dialog.getByRole('radio', { name: 'Iteration 2 only' })).toBeChecked();
  await expect(dialog).toContainText('1 POST to');
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await run.isNow('Completed');
  expect(service.requests.slice(before).map(({ path }) => path)).toEqual(['/sites/south']);

  await run.look('Each site');
  await expect(run.iterations).toContainText('1 completed');
  await expect(run.iterations).toContainText('2 not started');
});
