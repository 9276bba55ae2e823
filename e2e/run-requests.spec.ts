import type { Page, Request } from '@playwright/test';
import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';

const EVENTS = /^GET \/api\/v1\/runs\/[^/]+\/events$/;

/** Requested beside the work on the page: the number of notices at intervals, and after a selection the presence of this tab. */
const BESIDE = /^(GET \/api\/v1\/notices\/unread|PUT \/api\/v1\/pipelines\/[^/]+\/presence)$/;

/** Whether the page needs the answer now: on a busy machine Next loads the pages of links ahead much later than the page itself. */
function isNeeded(request: Request): boolean {
  return request.resourceType() === 'fetch' && !('next-router-prefetch' in request.headers());
}

/** The requests of the page from now on, up to and including that for the events of a run. */
function untilEvents(page: Page): Promise<string[]> {
  const asked: string[] = [];
  return new Promise((resolve) => {
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const asks = `${request.method()} ${pathname}`;
      if (!isNeeded(request) || BESIDE.test(asks)) return;
      asked.push(asks);
      if (EVENTS.test(asks)) resolve([...asked]);
    });
  });
}

test('Run takes two requests to the first event of the run', async ({
  page,
  pipelines,
  editor,
  run,
  desk,
}) => {
  const path = await pipelines.import({
    name: unique('Requests'),
    steps: [{ id: 'a', name: 'Alpha', action: 'log', params: { message: 'a' } }],
  });
  const shortest = [`POST ${path}`, expect.stringMatching(EVENTS)];

  await test.step('of a draft that is saved', async () => {
    await page.goto(path);
    await editor.isSaved();
    await desk.isAtRest();
    const asked = untilEvents(page);
    await editor.run();
    expect(await asked).toEqual(shortest);
    await run.isNow('Completed');
    await expect(run.banner).toContainText('v1');
    await run.exit();
  });

  await test.step('of edits that are not saved yet', async () => {
    let [version, title] = [1, 'Alpha'];
    // Where the pointer takes longer to the button than the pause before an autosave, the draft is saved first.
    await expect(async () => {
      await editor.inspect(title);
      [version, title] = [version + 1, `Alpha ${version + 1}`];
      await editor.title(title);
      const asked = untilEvents(page);
      await editor.run();
      const all = await asked;
      await run.isNow('Completed');
      await expect(run.banner).toContainText(`v${version}`);
      await run.exit();
      await expect(editor.saved).toHaveText(`Saved · v${version}`);
      expect(all).toEqual(shortest);
    }).toPass();
  });
});

/** In the page: the next server action is carried out, and its answer is lost. */
function loseNextAnswer(): void {
  const { fetch } = window;
  window.fetch = async (...request) => {
    const answer = await fetch(...request);
    if (request[1]?.method !== 'POST') return answer;
    window.fetch = fetch;
    throw new TypeError('Failed to fetch');
  };
}

test('Run that gets no answer is tried again and starts one run', async ({
  page,
  pipelines,
  editor,
  run,
}) => {
  const path = await pipelines.import({
    name: unique('No answer'),
    steps: [{ id: 'a', name: 'Alpha', action: 'log', params: { message: 'a' } }],
  });
  await page.goto(path);
  await editor.isSaved();
  await page.evaluate(loseNextAnswer);
  await editor.run();
  await expect(editor.message('the run may have started')).toBeVisible();
  await editor.run();
  await run.isNow('Completed');
  const answer = await page.request.get(`/api/v1/runs?pipeline=${path.split('/').at(-1)}`);
  expect((await answer.json()).runs).toHaveLength(1);
});
