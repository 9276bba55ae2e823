import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from './fixtures';
import type { RunPage } from './pages/run';

const NAME = 'tiny-chat';
/** Slower than the rate limit that the first pipeline sets, in ms. */
const EVERY_MS = 700;

/** Chats with a deployment again and again until it is stopped. @returns the status of every answer */
function startLoad(url: string) {
  const statuses: (number | string)[] = [];
  const over = new AbortController();
  const body = JSON.stringify({ model: 'x', max_tokens: 1, messages: [{ role: 'user', content: 'Hi' }] });
  const call = async () => {
    const answer = await fetch(url, {
      method: 'POST',
      // A connection that is kept may be closed by the server just when it is used again.
      headers: { 'content-type': 'application/json', connection: 'close' },
      body,
    });
    await answer.text();
    return answer.status;
  };
  const calling = (async () => {
    while (!over.signal.aborted) {
      statuses.push(await call().catch(String));
      await delay(EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await calling;
      return statuses;
    },
  };
}

/** Measurements and replicas take longer than other steps. */
async function hasCompleted(run: RunPage): Promise<void> {
  await expect(run.banner.getByText('Completed', { exact: true })).toBeVisible({ timeout: 300_000 });
}

test('an operator adds, measures, deploys and limits a model, and rolls a bad release back while it answers', async ({
  pipelines,
  editor,
  run,
  deployments,
  page,
}) => {
  test.slow();
  await test.step('the starter checks, adds, measures, deploys, limits and notifies', async () => {
    await pipelines.createFrom('Benchmark and deploy a model');
    await editor.run();
    await hasCompleted(run);
    for (const step of ['Check health', 'Add model', 'Benchmark', 'Deploy', 'Rate limit', 'Notify']) {
      await run.stepIs(step, 'completed');
    }
    await deployments.open();
    await expect(deployments.row(NAME)).toContainText('2 of 2 ready');
    await expect(deployments.row(NAME)).toContainText('100 / minute');
  });

  const load = startLoad(new URL(`/deployments/${NAME}/v1/chat/completions`, page.url()).href);
  await test.step('a release that fails its test is rolled back', async () => {
    await pipelines.createFrom('Release with rollback');
    await editor.askParams();
    const form = editor.runDialog;
    await form.getByRole('textbox', { name: 'deployment_name' }).fill(NAME);
    await form.getByRole('textbox', { name: 'max_latency_ms' }).fill('0');
    await editor.confirmRun();
    await hasCompleted(run);
    await run.stepIs('Roll back', 'completed');
    await run.stepIs('Announce release', 'skipped');
  });

  await test.step('no request failed meanwhile', async () => {
    const statuses = await load.stop();
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(statuses.length).toBeGreaterThan(3);
  });

  await test.step('its page says what was released', async () => {
    await deployments.openOne(NAME);
    await expect(page.getByText(/^Updated from model/).first()).toBeVisible();
    await expect(page.getByText('support-v1').first()).toBeVisible();
  });
  await page.request.delete(`/api/v1/deployments/${NAME}`);
});
