import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright';
import type { PipelineDocument } from '@/engine';
import { findChromium } from '../chromium';
import { ANSWERS, healthCheck, showcase } from './showcase';

/** Takes the screenshots of the README from a running server: `npm run pictures -- http://127.0.0.1:3000`. */
const [base = 'http://127.0.0.1:3000'] = process.argv.slice(2);
const folder = 'docs/images';

const server = createServer(async (request, response) => {
  const {
    status = 200,
    body,
    delayMs,
  } = ANSWERS[request.url ?? ''] ?? { status: 404, body: null, delayMs: 0 };
  await delay(delayMs);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const service = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;

mkdirSync(folder, { recursive: true });
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
const nightly = await importDocument(browser, healthCheck(service));
for (const path of ['/health', '/health', '/down', '/health', '/health', '/down', '/health'])
  await runOnce(browser, nightly, path);
const editor = await importDocument(browser, showcase(service));
for (const theme of ['light', 'dark'] as const) await takeAll(browser, editor, theme);
await browser.close();
server.close();
server.closeAllConnections();
process.exit(0);

async function importDocument(from: Browser, document: PipelineDocument): Promise<string> {
  const page = await from.newPage();
  await page.goto(`${base}/pipelines`);
  await page
    .getByRole('button', { name: /import/i })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('textbox').fill(JSON.stringify(document));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^import/i })
    .click();
  await page.waitForURL(/pipelines\/pl_/);
  const url = page.url();
  await page.close();
  return url;
}

async function runOnce(from: Browser, url: string, path: string): Promise<void> {
  const page = await from.newPage();
  await page.goto(url);
  await page.locator('.react-flow__node').first().waitFor();
  await askParams(page);
  await page.getByRole('dialog').getByRole('textbox').first().fill(path);
  await page.getByRole('dialog').getByRole('button', { name: /^run/i }).click();
  await page.waitForURL(/run=/);
  await delay(1000);
  await page.close();
}

/** Opens the dialog for params, which Run skips where all have defaults. */
async function askParams(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run options' }).click();
  await page.getByRole('menuitem', { name: 'Run with parameters…' }).click();
}

async function takeAll(from: Browser, url: string, theme: 'light' | 'dark'): Promise<void> {
  const context = await from.newContext({
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 1,
    colorScheme: theme,
  });
  const page = await context.newPage();
  const take = async (name: string) => {
    await page.screenshot({ path: `${folder}/${name}-${theme}.png` });
  };
  await page.goto(url);
  await select(page, 'Check the endpoint');
  await take('editor');
  await page.keyboard.press('Escape');
  await askParams(page);
  await page.getByRole('dialog').getByRole('button', { name: /^run/i }).click();
  await page.waitForURL(/run=/);
  await delay(5000);
  await select(page, 'Benchmark');
  await take('run');
  await delay(9000);
  await page.goto(`${base}/runs`);
  await delay(1500);
  await take('runs');
  await page.goto(`${base}/pipelines`);
  await delay(1500);
  await take('pipelines');
  await page.goto(`${base}/actions/email`);
  await delay(1500);
  await take('action');
  await context.close();
}

async function select(page: Page, title: string): Promise<void> {
  const card = page.locator('.react-flow__node').filter({ hasText: title }).first();
  await card.waitFor();
  await card.click();
  await delay(1500);
}
