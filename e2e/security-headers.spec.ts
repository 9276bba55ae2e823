import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';

/** Headers of every response. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

const ANSWERS: readonly (readonly [path: string, status: number])[] = [
  ['/', 307],
  ['/pipelines', 200],
  ['/runs', 200],
  ['/no/such/page', 404],
  ['/icon.svg', 200],
  ['/api/v1/health', 200],
  ['/api/v1/runs', 200],
  ['/api/v1/runs/none', 404],
  ['/api/v1/no-such-route', 404],
  ['/api/v1/runs/%', 400],
  ['/_next/static/%', 400],
];

const PAGES = [
  '/pipelines',
  '/runs',
  '/actions',
  '/actions/http_request',
  '/settings/secrets',
  '/settings/channels',
  '/settings/audit',
  '/workers',
];

test('every response has the security headers', async ({ request }) => {
  for (const [path, status] of ANSWERS) {
    const answer = await request.get(path, { maxRedirects: 0 });
    const headers = answer.headers();
    expect(answer.status(), path).toBe(status);
    expect(headers, path).toMatchObject(HEADERS);
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
    expect(headers['permissions-policy'], path).toContain('camera=()');
  }
});

test('a path that the API does not have is refused as JSON', async ({ request, baseURL }) => {
  const headers = { origin: String(baseURL) };
  for (const method of ['GET', 'POST', 'DELETE']) {
    for (const path of ['/api/v1/nothing', '/api/v1/runs/run_1/nothing/here', '/api/v2']) {
      const answer = await request.fetch(path, { method, headers });
      expect(answer.status(), `${method} ${path}`).toBe(404);
      expect(await answer.json()).toEqual({
        code: 'not_found',
        message: `The API has no path ${path}. See /api/v1/openapi.json for its paths.`,
      });
    }
  }
});

test('a foreign host or origin receives one sentence from pages, routes, actions and files', async ({
  request,
  baseURL,
}) => {
  const secure = String(baseURL).replace('http:', 'https:');
  const foreign: readonly Record<string, string>[] = [
    { host: 'evil.test' },
    { origin: 'http://evil.test' },
    { origin: secure },
  ];
  for (const path of ['/pipelines', '/runs', '/api/v1/runs', '/icon.svg']) {
    for (const headers of foreign) {
      for (const method of ['GET', 'POST']) {
        const action = { 'next-action': '0'.repeat(42), 'content-type': 'text/plain;charset=UTF-8' };
        const more = method === 'POST' ? action : {};
        const answer = await request.fetch(path, {
          method,
          headers: { ...headers, ...more },
          data: undefined,
        });
        expect(answer.status(), `${method} ${path} ${JSON.stringify(headers)}`).toBe(403);
        expect(await answer.text()).toMatch(/does not accept the host name|comes from another site/);
      }
    }
  }
});

test('a page of another site cannot frame the editor', async ({ pipelines, page, service, browser }) => {
  const name = unique('Framed');
  const path = await pipelines.import({
    name,
    steps: [{ id: 'a', action: 'log', params: { message: 'x' } }],
  });
  const url = new URL(path, page.url()).href;
  service.answer('/frame', {
    content: `<!doctype html><iframe src="${url}" style="width: 100%; height: 90vh"></iframe>`,
    headers: { 'content-type': 'text/html' },
  });
  const stranger = await browser.newPage();
  const refusal = stranger.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await stranger.goto(`${service.url}/frame`);
  await refusal;
  await expect(stranger.frameLocator('iframe').getByRole('button', { name: 'Run', exact: true })).toHaveCount(
    0,
  );
  expect(stranger.frames().map((frame) => frame.url())).not.toContain(url);
  await stranger.context().close();
});

test('an injected script does not run, and the page works', async ({ browser }) => {
  const page = await browser.newPage();
  await page.addInitScript(() => localStorage.setItem('pipewright.theme', 'dark'));
  await page.route('**/pipelines', async (route) => {
    const answer = await route.fetch();
    const injected =
      '<script>window.ran = "script"</script><img src="x:" onerror="window.ran = \'handler\'">';
    const body = (await answer.text()).replace('<body>', `<body>${injected}`);
    await route.fulfill({ response: answer, body });
  });
  const refusals = await violationsOf(page);
  await page.goto('/pipelines');
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<svg onload="window.ran = 1"></svg><a id="bad">bad</a>');
    const link = document.querySelector('#bad');
    link?.setAttribute('href', 'javascript:window.ran = 1');
    link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  });
  await expect.poll(() => refusals.filter((refusal) => refusal.startsWith('script-src')).length).toBe(4);
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: /Paste or import JSON|Import JSON/ }).click();
  await expect(page.getByRole('dialog', { name: 'Import JSON' })).toBeVisible();
  await page.context().close();
});

test('normal use of every page violates no policy', async ({ pipelines, editor, page, run }) => {
  const refusals = await violationsOf(page);
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
  }
  // With this many cards, the layout runs in a worker.
  const steps = Array.from({ length: 301 }, (_, index) => ({
    id: `step_${index}`,
    action: 'log',
    params: { message: 'x' },
  }));
  await pipelines.import({ name: unique('Large'), steps });
  await editor.canvas.focus();
  await editor.press('Shift+L');
  await expect(editor.spoken).toContainText('Arranged 301 steps.');
  await pipelines.import({
    name: unique('Small'),
    steps: [
      {
        id: 'shape',
        name: 'Shape',
        action: 'transform',
        params: { operation: 'map', input: [1], function: '(x) => x' },
      },
    ],
  });
  await editor.card('Shape').click();
  await editor.openDock('JSON');
  await expect(editor.json).toBeVisible();
  await editor.run();
  await run.isNow('Completed');
  expect(refusals).toEqual([]);
});

/** Violations of the content security policy from now on, as `directive blocked`. */
async function violationsOf(page: Page): Promise<readonly string[]> {
  const refusals: string[] = [];
  await page.exposeFunction('noteRefusal', (refusal: string) => refusals.push(refusal));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      Reflect.get(window, 'noteRefusal')(`${effectiveDirective} ${blockedURI}`);
    });
  });
  return refusals;
}
