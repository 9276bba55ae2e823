import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { axeViolations } from './pages/axe';
import { unique } from './pages/pipelines';
import { RunPage } from './pages/run';

const ROWS = [
  { prompt: 'Extract the dates', score: 0.97, region: 'eu' },
  { prompt: '=HYPERLINK("http://evil.test")', score: 0.41, region: 'us' },
  { prompt: 'Summarise the contract', score: 0.95, region: 'eu' },
];

test('an output is looked at as a tree, a table and a plot', async ({
  pipelines,
  editor,
  run,
  service,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  service.answer('/rows', {
    content: JSON.stringify(ROWS),
    headers: { 'content-type': 'application/json' },
  });
  await pipelines.import({
    name: unique('Looked at'),
    steps: [{ id: 'score', name: 'Score', action: 'http_request', params: { url: `${service.url}/rows` } }],
  });
  await editor.run();
  await run.isNow('Completed');
  await run.look('Score');
  const output = run.part('Output');
  const form = (name: string) => output.getByRole('radio', { name, exact: true });
  await expect(output.getByRole('tree')).toBeVisible();

  await test.step('the table sorts, filters, has statistics and is saved as CSV', async () => {
    await form('Table').check();
    const table = output.getByRole('table');
    await expect(table.getByRole('row')).toHaveCount(4);
    await table.getByRole('button', { name: 'score' }).click();
    await expect(table.getByRole('row').nth(1)).toContainText('0.41');
    await expect(output.getByRole('region', { name: 'Statistics of score' })).toContainText('0.95');
    await output.getByRole('button', { name: 'Filter' }).click();
    await output.getByLabel('Filter score').fill('<0.5');
    await expect(output.getByRole('status')).toHaveText('1 of 3 rows');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      output.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toBe(
      'prompt,score,region\r\n"\'=HYPERLINK(""http://evil.test"")",0.41,us\r\n',
    );
    expect(await axeViolations(page)).toEqual([]);
  });

  await test.step('the plot needs no setup, and has its values as a table', async () => {
    await form('Plot').check();
    await expect(output.getByRole('figure', { name: /^Line chart of score/ })).toBeVisible();
    await output.getByText('Histogram').click();
    await expect(output.getByRole('figure', { name: /^Histogram of score/ })).toBeVisible();
    await output.getByText('Values as a table').click();
    await expect(output.getByRole('table')).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
  });

  await test.step('the choice is remembered', async () => {
    await page.reload();
    await expect(output.getByRole('figure', { name: /^Line chart of score/ })).toBeVisible();
  });
});

const RUN = 'window.top.ran = 1; parent.ran = 1';
const HOSTILE: Readonly<Record<string, { type: string; content: string }>> = {
  page: {
    type: 'text/html',
    content: `<!doctype html><h1>Report</h1><script>${RUN}</script><img src="x:" onerror="${RUN}"><a href="javascript:${RUN}">a</a><meta http-equiv="refresh" content="0;url=/pipelines"><form action="/api/v1/pipelines" method="post"><button>Send</button></form>`,
  },
  picture: {
    type: 'image/svg+xml',
    content: `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="${RUN}"><script>${RUN}</script><rect width="40" height="40"/></svg>`,
  },
  notes: {
    type: 'text/markdown',
    content: `# Notes\n\n<script>${RUN}</script>\n<img src="x:" onerror="${RUN}">\n[go](javascript:${RUN})`,
  },
};

test('nothing in a stored page, image or note runs in the product', async ({
  pipelines,
  editor,
  run,
  service,
  browser,
}) => {
  for (const [name, { type, content }] of Object.entries(HOSTILE))
    service.answer(`/${name}`, { content, headers: { 'content-type': type } });
  await pipelines.import({
    name: unique('Hostile outputs'),
    steps: Object.keys(HOSTILE).map((name) => ({
      ...{ id: name, name, action: 'http_request', params: { url: `${service.url}/${name}` } },
    })),
  });
  await editor.run();
  await run.isNow('Completed');
  // Refused scripts are errors in the console, which this test expects.
  const page = await browser.newPage();
  await page.goto(`/runs/${run.id()}`);
  const shown = new RunPage(page);
  for (const name of Object.keys(HOSTILE)) {
    await test.step(name, async () => {
      await shown.look(name);
      await preview(page, shown);
    });
  }
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined();
  expect(new URL(page.url()).pathname).toBe(`/runs/${run.id()}`);
  await page.context().close();
});

/** One page that says `Quarterly report`. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 144]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 49>>stream
BT /F1 24 Tf 40 80 Td (Quarterly report) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
`;

test('a PDF file is shown by the browser, apart from the page', async ({
  pipelines,
  editor,
  run,
  service,
  page,
}) => {
  service.answer('/report.pdf', { content: PDF, headers: { 'content-type': 'application/pdf' } });
  await pipelines.import({
    name: unique('Report'),
    steps: [{ id: 'get', name: 'Get', action: 'http_request', params: { url: `${service.url}/report.pdf` } }],
  });
  await editor.run();
  await run.isNow('Completed');
  await run.look('Get');
  await run.part('Output').getByRole('button', { name: 'Preview report.pdf' }).click();
  const hasViewer = await page.evaluate(() => navigator.pdfViewerEnabled);
  if (!hasViewer) {
    await expect(run.part('Output').getByText(/Download the file to read it/)).toBeVisible();
    return;
  }
  await expect(run.part('Output').getByTitle('Preview of report.pdf')).toBeVisible();
  // The viewer shows the file in a frame of its own, whose address is that of the file.
  await expect.poll(() => page.frames().filter((frame) => frame.url().endsWith('?view=1')).length).toBe(2);
});

/** Shows the output of a step as what it is: in its text form, or as a file. */
async function preview(page: Page, shown: RunPage): Promise<void> {
  const output = shown.part('Output');
  const text = output.getByRole('radio', { name: 'Text', exact: true });
  const file = output.getByRole('button', { name: /^Preview / });
  await expect(text.or(file)).toBeVisible();
  if (await file.isVisible()) await file.click();
  else await text.check();
  const heading = output.getByText('Notes');
  const picture = output.getByRole('img', { name: /^Preview of/ });
  const frame = output.locator('iframe');
  await expect(heading.or(picture).or(frame).first()).toBeVisible();
  if (await frame.isVisible()) {
    const inside = frame.contentFrame();
    await expect(inside.getByRole('heading', { name: 'Report' })).toBeVisible();
    await inside.getByText('a', { exact: true }).click();
    await inside.getByRole('button', { name: 'Send' }).click();
    await expect(inside.getByRole('heading', { name: 'Report' })).toBeVisible();
  }
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined();
}
