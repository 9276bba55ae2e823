import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { openApp } from '@/lib/server';
import { readConfig } from '@/lib/server/config';
import { freePort } from '@/lib/server/testing/free-port';
import { framesWhile, startBrowser } from './browser';
import { drawing } from './pipelines';
import { startServer, stopServer } from './server';
import { ms, printTable, quantile, type Row } from './table';

const SIZES = [500, 1000];
const OPENINGS = 5;
const CLICKS = 8;
const SCRUB_MS = 3000;

/** Opens finished runs in a real browser with software rendering: visible, one output, frames while scrubbing. */
export async function benchRunView(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-bench-'));
  const ids = await createRuns(folder);
  const port = await freePort();
  const server = await startServer(folder, port);
  const browser = await startBrowser();
  try {
    const rows: Row[] = [];
    for (const [index, id] of ids.entries())
      rows.push(...(await rowsOf(browser, `http://127.0.0.1:${port}/runs/${id}`, SIZES[index] ?? 0)));
    printTable('Run view, headless Chromium with software rendering', rows);
  } finally {
    await browser.close();
    await stopServer(server);
    await rm(folder, { recursive: true, force: true });
  }
}

async function createRuns(folder: string): Promise<string[]> {
  const app = await openApp(readConfig({ PIPEWRIGHT_DATA_DIR: folder }, process.cwd()));
  const ids: string[] = [];
  for (const steps of SIZES) {
    const { id: pipelineId } = await app.pipelines.create({ text: JSON.stringify(runnable(steps)) });
    const { id } = await app.runs.start({ pipelineId });
    while (!['completed', 'failed'].includes((await app.runs.get({ id })).status))
      await new Promise((resolve) => setTimeout(resolve, 50));
    ids.push(id);
  }
  await app.close();
  return ids;
}

/** The drawing with steps that only log, so that it runs anywhere. */
function runnable(steps: number) {
  const { steps: drawn, ...rest } = drawing(steps);
  return {
    ...rest,
    steps: drawn.map(({ id, depends_on: after }) => ({
      ...{ id, action: 'log', params: { message: `this is ${id}` } },
      ...(after ? { depends_on: after } : {}),
    })),
  };
}

async function rowsOf(browser: Browser, url: string, steps: number): Promise<Row[]> {
  const openings: number[] = [];
  // A server that has just started answers its first requests several times slower.
  for (let turn = 0; turn < 2; turn += 1) await (await open(browser, url)).page.context().close();
  for (let turn = 0; turn < OPENINGS; turn += 1) {
    const { page, visibleMs } = await open(browser, url);
    openings.push(visibleMs);
    await page.context().close();
  }
  const { page } = await open(browser, url);
  const clicks = await clickSteps(page);
  const frames = await scrub(page);
  await page.context().close();
  const name = `${steps.toLocaleString('en')} steps`.padStart(11);
  return [
    {
      what: `${name}: run visible, median of ${OPENINGS}`,
      value: ms(quantile(openings, 0.5)),
      ...(steps === 500 ? { goal: '<= 1,000 ms' } : {}),
    },
    {
      what: `${name}: output after the click, median of ${CLICKS}`,
      value: ms(quantile(clicks, 0.5)),
      ...(steps === 500 ? { goal: '<= 100 ms' } : {}),
    },
    {
      what: `${name}: scrubbing`,
      value: `${frames.toFixed(1)} frames/s`,
      ...(steps === 1000 ? { goal: '>= 50' } : {}),
    },
  ];
}

/** Visible: a card with the status that it ended with is painted, in ms since the navigation began. */
async function open(browser: Browser, url: string): Promise<{ page: Page; visibleMs: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(WATCH_CARDS);
  await page.goto(url);
  const visibleMs = await page.evaluate<number>('globalThis.cardPainted');
  await page.locator('[data-canvas] [data-minimap]').waitFor();
  return { page, visibleMs };
}

/** Measured in the page: scripts that keep it busy afterwards would delay an answer from outside. */
const WATCH_CARDS = `globalThis.cardPainted = new Promise((done) => {
  const seen = new MutationObserver(() => {
    if (!document.querySelector('[data-step][data-status="completed"]')) return;
    seen.disconnect();
    requestAnimationFrame(() => { setTimeout(() => done(performance.now())); });
  });
  seen.observe(document, { childList: true, subtree: true, attributes: true });
});
undefined`;

/** Times from a click on a card until its output is painted, measured in the page. */
async function clickSteps(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (const id of await visibleIds(page)) {
    await page.evaluate(watchFor(id));
    await page.locator(`[data-step="${id}"]`).click({ position: { x: 20, y: 20 } });
    times.push(await page.evaluate<number>('globalThis.outputShown'));
  }
  return times;
}

/** Steps whose cards are completely visible beside an open inspector. */
async function visibleIds(page: Page): Promise<string[]> {
  const cards = page.locator('[data-step][data-status="completed"]');
  await cards.first().click();
  await page.locator('#run-output').waitFor();
  const pane = await page.locator('.react-flow__pane').boundingBox();
  const ids: string[] = [];
  for (const card of await cards.all()) {
    const box = await card.boundingBox();
    const id = await card.getAttribute('data-step');
    if (box && pane && id !== null && isInside(box, pane)) ids.push(id);
  }
  return ids.slice(1, CLICKS + 1);
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function isInside(inner: Box, outer: Box): boolean {
  const isRight = inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
  return isRight && inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
}

/** As text: a function would contain compiler helpers that the page lacks. */
function watchFor(id: string): string {
  return `globalThis.outputShown = new Promise((done, refuse) => {
    setTimeout(() => refuse(new Error('No output of ${id} was shown.')), 10_000);
    let start;
    addEventListener('pointerdown', () => { start = performance.now(); }, { capture: true, once: true });
    requestAnimationFrame(function look() {
      const part = document.getElementById('run-output');
      if (start !== undefined && part?.textContent.includes(${JSON.stringify(`this is ${id}`)})) done(performance.now() - start);
      else requestAnimationFrame(look);
    });
  });
  undefined`;
}

/** Frames per second while the slider is dragged over the whole run. */
async function scrub(page: Page): Promise<number> {
  const slider = page.getByRole('slider', { name: 'Shown instant' });
  const box = await slider.boundingBox();
  if (!box) return Number.NaN;
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width - 4, y);
  await page.mouse.down();
  const frames = await framesWhile(page, async () => {
    const end = performance.now() + SCRUB_MS;
    for (let turn = 0; performance.now() < end; turn += 1)
      await page.mouse.move(box.x + (box.width - 8) * (0.5 + 0.5 * Math.cos(turn / 40)) + 4, y);
  });
  await page.mouse.up();
  return frames;
}
