import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { everything } from './pages/everything';
import { beginningWith } from './pages/names';
import { unique } from './pages/pipelines';
import { cutTexts, setTextSize, sidewaysOverflow, smallestText } from './pages/text-size';

/** The smallest text around the canvas at 200 %, in px: the name of the canvas library, then captions of 22 px. */
const SMALLEST = 20;

/** Checks what a page must keep at any text size. */
async function isReadable(page: Page): Promise<void> {
  await expect.poll(() => cutTexts(page)).toEqual([]);
  await expect.poll(() => sidewaysOverflow(page)).toBeLessThanOrEqual(0);
  await expect.poll(() => smallestText(page)).toBeGreaterThanOrEqual(SMALLEST);
}

const fontSize = (part: Locator) =>
  part.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));

test('text size of the browser at 200 %: the lists and settings are twice as large and nothing is cut', async ({
  pipelines,
  editor,
  run,
  page,
}) => {
  await pipelines.import({
    name: unique('Large list'),
    steps: [{ id: 'say', name: 'Say', action: 'log', params: { message: 'Hello' } }],
  });
  await editor.run();
  await run.isNow('Completed');
  await pipelines.open();
  const heading = page.getByRole('heading', { level: 1 });
  const button = page.getByRole('button', { name: 'New pipeline', exact: true });
  const before = [await fontSize(heading), await fontSize(button)];

  await setTextSize(page, 2);
  const paths = [
    '/pipelines',
    '/runs',
    '/settings',
    '/settings/secrets',
    '/inbox',
    '/actions',
    '/actions/loop',
  ];
  for (const path of [...paths, '/deployments', '/models', '/clusters']) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(heading).toBeVisible();
      await isReadable(page);
    });
  }
  await pipelines.open();
  expect([await fontSize(heading), await fontSize(button)]).toEqual(before.map((size) => 2 * size));
  await button.click();
  await expect(page).toHaveURL(/\/pipelines\/.+/);
});

test('text size of the browser at 200 %: the editor grows around a canvas that keeps its sizes', async ({
  pipelines,
  editor,
  page,
}) => {
  await pipelines.import(everything(unique('Large editor')));
  await editor.inspect('Call');
  const address = page.url();
  const sizes = () =>
    page
      .locator('.react-flow__node')
      .evaluateAll((nodes) =>
        nodes.map((node) => [node.clientWidth, node.clientHeight, node.innerHTML.length]),
      );
  const before = await sizes();
  const label = editor.inspector.getByText('Method', { exact: true });
  const small = await fontSize(label);
  await setTextSize(page, 2);
  await expect.poll(() => fontSize(label)).toBe(2 * small);
  expect(await sizes()).toEqual(before);

  await page.goto(address);
  await editor.inspect('Call');
  await isReadable(page);
  for (const name of ['Undo', 'Zoom in', 'Fit view']) {
    await expect(editor.tools.getByRole('button', { name: beginningWith(name) })).toBeInViewport({
      ratio: 1,
    });
  }
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeInViewport({ ratio: 1 });
  expect((await editor.canvas.boundingBox())?.width).toBeGreaterThanOrEqual(560);
  await editor.type('URL', 'https://example.org/');
  await editor.openDock('JSON');
  expect((await editor.canvas.boundingBox())?.height).toBeGreaterThanOrEqual(120);
  await isReadable(page);
});

test('text size of the browser at 200 %: a run with its output is read without overlaps', async ({
  pipelines,
  editor,
  run,
  service,
  page,
}) => {
  service.answer('/rows', {
    content: JSON.stringify(Array.from({ length: 30 }, (_, score) => ({ prompt: `Prompt ${score}`, score }))),
    headers: { 'content-type': 'application/json' },
  });
  await setTextSize(page, 2);
  await pipelines.import({
    name: unique('Large run'),
    steps: [{ id: 'rows', name: 'Rows', action: 'http_request', params: { url: `${service.url}/rows` } }],
  });
  await editor.run();
  await run.isNow('Completed');
  await run.look('Rows');
  await isReadable(page);
  await expect(run.banner.getByRole('button', { name: 'Re-run…' })).toBeInViewport({ ratio: 1 });

  const output = run.part('Output');
  await rowsAreApart(output.getByRole('treeitem'));
  await output.getByRole('radio', { name: 'Table', exact: true }).check();
  await rowsAreApart(output.getByRole('table').locator('tbody').getByRole('row'));
  await isReadable(page);
});

/** Rows of a virtual list have the height of their text, and follow each other. */
async function rowsAreApart(rows: Locator): Promise<void> {
  await expect(rows.nth(2)).toBeVisible();
  // A row is first drawn with the usual height, then measured.
  await expect(async () => {
    const places = await rows.evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
    );
    for (const [index, { top, bottom }] of places.entries()) {
      expect(bottom - top).toBeGreaterThanOrEqual(32);
      expect(top).toBeGreaterThanOrEqual((places[index - 1]?.bottom ?? top) - 1);
    }
  }).toPass();
}
