import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { openApp } from '@/lib/server';
import { readConfig } from '@/lib/server/config';
import { freePort } from '@/lib/server/testing/free-port';
import { framesWhile, startBrowser } from './browser';
import { type PageWeight, weighCold } from './page-weight';
import { drawing } from './pipelines';
import { startServer, stopServer } from './server';
import { ms, printTable, quantile, type Row } from './table';

const SIZES = [100, 500, 1000];
const OPENINGS = 3;
const MOVE_MS = 2000;
const QUIET_MS = 1000;
const KEYS = 30;

/**
 * Opens the editor with large pipelines in a real browser with software rendering: time to interactive,
 * frames, bytes.
 */
export async function benchEditor(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-bench-'));
  const { ids, small } = await createDrawings(folder);
  const port = await freePort();
  const server = await startServer(folder, port);
  const browser = await startBrowser();
  try {
    const rows: Row[] = [];
    for (const [index, id] of ids.entries()) {
      const steps = SIZES[index] ?? 0;
      rows.push(...(await rowsOf(browser, `http://127.0.0.1:${port}/pipelines/${id}`, steps)));
    }
    rows.push(...(await weightRows(browser, `http://127.0.0.1:${port}/pipelines/${small}`)));
    printTable('Editor, headless Chromium with software rendering', rows);
  } finally {
    await browser.close();
    await stopServer(server);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Large drawings, and a small one that runs. */
async function createDrawings(folder: string): Promise<{ ids: string[]; small: string }> {
  const app = await openApp(readConfig({ PIPEWRIGHT_DATA_DIR: folder }, process.cwd()));
  const ids: string[] = [];
  for (const steps of SIZES)
    ids.push((await app.pipelines.create({ text: JSON.stringify(drawing(steps)) })).id);
  const steps = ['a', 'b', 'c', 'd'].map((id) => ({ id, action: 'log', params: { message: id } }));
  const { id: small } = await app.pipelines.create({ text: JSON.stringify({ steps }) });
  await app.close();
  return { ids, small };
}

async function rowsOf(browser: Browser, url: string, steps: number): Promise<Row[]> {
  const openings: number[] = [];
  let bytes = 0;
  for (let turn = 0; turn < OPENINGS; turn += 1) {
    const opened = await open(browser, url);
    openings.push(opened.interactiveMs);
    bytes = opened.scriptBytes;
    await opened.page.context().close();
  }
  const { page } = await open(browser, url);
  const keystroke = await typeInField(page);
  const pan = await framesWhile(page, () => panCanvas(page));
  const drag = await framesWhile(page, () => dragCard(page));
  await page.context().close();
  const name = `${steps.toLocaleString('en')} steps`.padStart(11);
  return [
    {
      what: `${name}: interactive, median of ${OPENINGS}`,
      value: ms(quantile(openings, 0.5)),
      ...(steps === 1000 ? { goal: '<= 2,500 ms' } : {}),
    },
    {
      what: `${name}: panning`,
      value: `${pan.toFixed(1)} frames/s`,
      ...(steps === 1000 ? { goal: '>= 30' } : {}),
    },
    {
      what: `${name}: dragging a card`,
      value: `${drag.toFixed(1)} frames/s`,
      ...(steps === 1000 ? { goal: '>= 45' } : {}),
    },
    { what: `${name}: a key in a field until painted, median of ${KEYS}`, value: ms(keystroke) },
    ...(steps === 100
      ? [{ what: `${name}: first-load JS`, value: `${Math.round(bytes / 1024)} kB gz`, goal: '<= 350 kB' }]
      : []),
  ];
}

/** What the editor and a run of its pipeline transfer into an empty cache. */
async function weightRows(browser: Browser, url: string): Promise<Row[]> {
  const editor = await weighCold(browser, url);
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForURL(/run=/);
  await page.getByText('Completed', { exact: true }).first().waitFor();
  const run = await weighCold(browser, page.url());
  await page.close();
  return [weightRow('editor', editor), weightRow('run', run)];
}

function weightRow(name: string, { total, scripts }: PageWeight): Row {
  const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
  return {
    what: `    4 steps: transfer of the ${name}, cold`,
    value: `${kB(total)}, scripts ${kB(scripts)}`,
  };
}

/** Interactive: clicking a card shows it in the inspector. */
async function open(
  browser: Browser,
  url: string,
): Promise<{ page: Page; interactiveMs: number; scriptBytes: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  let scriptBytes = 0;
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'script') return;
    scriptBytes += (await response.request().sizes()).responseBodySize;
  });
  const start = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  const card = page.locator('.react-flow__node').first();
  await card.waitFor();
  await card.click();
  await page.locator('.react-flow__node.selected').first().waitFor();
  const interactiveMs = performance.now() - start;
  await untilScriptsAreLoaded(page);
  return { page, interactiveMs, scriptBytes };
}

/** Until no script has been requested for a second. The page never stops using the network: it follows live events. */
async function untilScriptsAreLoaded(page: Page): Promise<void> {
  for (;;) {
    const more = await page
      .waitForEvent('request', {
        predicate: (request) => request.resourceType() === 'script',
        timeout: QUIET_MS,
      })
      .catch(() => undefined);
    if (more === undefined) return;
  }
}

async function panCanvas(page: Page): Promise<void> {
  const box = await page.locator('.react-flow__pane').boundingBox();
  if (!box) return;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  const end = performance.now() + MOVE_MS;
  for (let turn = 0; performance.now() < end; turn += 1)
    await page.mouse.wheel(turn % 40 < 20 ? 14 : -14, turn % 20 < 10 ? 9 : -9);
}

async function dragCard(page: Page): Promise<void> {
  const box = await page.locator('.react-flow__node').first().boundingBox();
  if (!box) return;
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(20, box.height / 2)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const end = performance.now() + MOVE_MS;
  for (let turn = 0; performance.now() < end; turn += 1) {
    await page.mouse.move(x + 60 * Math.sin(turn / 8), y + 40 * Math.cos(turn / 8));
  }
  await page.mouse.up();
}

/** As text, for the same reason: resolves when the browser has painted what a key changed. */
const PAINTED = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))';

/** Types into the first text field of the selected step. Returns the median time from a key to the next paint, in ms. */
async function typeInField(page: Page): Promise<number> {
  await page.getByRole('region', { name: 'Inspector' }).locator('input, .cm-content').first().click();
  const times: number[] = [];
  for (let key = 0; key < KEYS; key += 1) {
    const start = performance.now();
    await page.keyboard.type('x');
    await page.evaluate(PAINTED);
    times.push(performance.now() - start);
  }
  return quantile(times, 0.5);
}
