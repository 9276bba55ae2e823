import { expect, test } from './fixtures';
import { Clicks } from './pages/clicks';
import { unique } from './pages/pipelines';

test('the failed one of 200 iterations is found, repeated alone with other inputs, and kept in the family, with at most 9 clicks', async ({
  page,
  pipelines,
  editor,
  run,
  service,
}) => {
  const items = Array.from({ length: 200 }, (_, index) => index);
  for (const item of items) service.answer(`/score/${item}`, { body: { item } });
  service.answer('/score/137', { status: 503, body: { error: 'no score of 137' } });
  service.answer('/score/137?again=yes', { body: { item: 137 } });
  const written = {
    items,
    action: 'http_request',
    action_params: { url: `${service.url}/score/{{item}}`, expect_status: '2xx' },
    parallel: true,
    max_iterations: 200,
    on_item_failure: 'continue',
  };
  const clicks = await Clicks.on(page);
  await pipelines.import({
    name: unique('Scores'),
    steps: [{ id: 'score', name: 'Score', action: 'loop', params: written }],
  });
  await editor.run();
  await run.isNow('Completed, 1 of 200 iterations failed');
  const first = await run.number();
  const before = service.requests.length;
  clicks.take();

  await test.step('which one failed, and why', async () => {
    await run.look('Score');
    await run.iterations.getByRole('button', { name: 'Next failed' }).click();
    await expect(run.inspector).toContainText('no score of 137');
  });

  await test.step('only that one is repeated, with an edited input', async () => {
    await page.getByRole('button', { name: 'Re-run…', exact: true }).click();
    const panel = page.getByRole('region', { name: `Re-run #${first}` });
    await panel.getByRole('radio', { name: 'Failed iterations only' }).check();
    await panel.getByText('Inputs of score').click();
    const action_params = { ...written.action_params, url: `${service.url}/score/{{item}}?again=yes` };
    await panel
      .getByRole('textbox', { name: 'Parameters of score as JSON' })
      .fill(JSON.stringify({ ...written, action_params }));
    await expect(panel).toContainText('score');
    await panel.getByRole('button', { name: /^Re-run \d+ step/ }).click();
    await expect(panel).toBeHidden();
    await run.isNow('Completed');
    expect(service.requests.slice(before).map(({ path }) => path)).toEqual(['/score/137?again=yes']);
  });

  await test.step('both runs are in the family', async () => {
    await run.lookAtAll();
    const family = run.summary.getByRole('region', { name: 'Re-runs' });
    await expect(family.getByRole('listitem')).toHaveCount(2);
    await expect(family).toContainText(`#${first}`);
  });
  expect(clicks.take()).toBeLessThanOrEqual(9);
});
