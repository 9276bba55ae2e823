import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from './fixtures';
import { axeViolations } from './pages/axe';
import { everything } from './pages/everything';
import { unique } from './pages/pipelines';

const PAGES = [
  '/pipelines',
  '/runs',
  '/runs/open',
  '/inbox',
  '/deployments',
  '/models',
  '/clusters',
  '/actions',
  '/actions/http_request',
  '/workers',
  '/settings/secrets',
  '/settings/channels',
  '/settings/audit',
] as const;

/** Pages that show one thing, and those that only lead to another. */
const OTHERS = [
  '/',
  '/settings',
  '/actions/[type]',
  '/pipelines/[id]',
  '/pipelines/[id]/history',
  '/runs/[id]',
  '/runs/[id]/compare',
  // In `deployments.spec.ts`.
  '/deployments/[name]',
];

test('no page is left out', () => {
  const app = join(import.meta.dirname, '..', 'app');
  const pages = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('page.tsx'))
    .map((file) => join('/', dirname(file)));
  const known: readonly string[] = [...PAGES, ...OTHERS];
  expect(pages.filter((page) => !known.includes(page))).toEqual([]);
});

test('axe finds no violation on any page', async ({ pipelines, editor, run, page, browser }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const isClean = async (name: string) =>
    test.step(name, async () => expect.soft(await axeViolations(page), name).toEqual([]));

  await pipelines.import(everything(unique('Axe with problems')));
  for (const title of ['Call', 'Decide', 'Each', 'Wrong']) {
    await editor.inspect(title);
    await isClean(`form of ${title}`);
  }
  await editor.openDock('Problems');
  await isClean('problems');
  await editor.openDock('Triggers');
  await isClean('triggers');

  const inEditor = await pipelines.import({
    name: unique('Axe'),
    params: { stage: { type: 'string', default: 'test' } },
    steps: [
      { id: 'hello', name: 'Hello', action: 'log', params: { message: 'Hello {{params.stage}}' } },
      {
        id: 'each',
        name: 'Each',
        action: 'loop',
        params: { items: [1, 2], action: 'log', action_params: { message: '{{item}}' } },
        depends_on: ['hello'],
      },
    ],
    layout: {
      steps: {},
      notes: [{ id: 'n', x: 0, y: 260, text: 'A **note**' }],
      frames: [
        { id: 'open', x: 0, y: 420, width: 320, height: 160, title: 'Open', color: 'blue', steps: [] },
        { id: 'one', x: 400, y: 420, width: 320, height: 160, title: 'One', collapsed: true, steps: [] },
      ],
    },
  });
  await isClean('editor');
  await editor.inspect('Hello');
  await isClean('form');
  await editor.openLeft('Outline');
  await editor.openDock('JSON');
  await isClean('outline and JSON');
  await editor.run();
  await run.isNow('Completed');
  await run.look('Hello');
  await isClean('run');
  await page.goto(`/runs/${run.id()}`);
  await run.isNow('Completed');
  await isClean('page of the run');
  const first = run.id();
  await page.goto(inEditor);
  await editor.run();
  await run.isNow('Completed');
  await page.goto(`/runs/${run.id()}/compare?base=${first}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await isClean('two runs');
  await page.goto(`${inEditor}/history`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await isClean('history');
  for (const path of PAGES) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await isClean(path);
  }
  // A browser of its own: it logs that the page is answered with 404, as expected.
  const elsewhere = await browser.newContext({ reducedMotion: 'reduce' });
  const missing = await elsewhere.newPage();
  await missing.goto(new URL('/nothing-here', page.url()).href);
  await missing.getByRole('heading', { level: 1 }).waitFor();
  expect.soft(await axeViolations(missing), 'a page that does not exist').toEqual([]);
  await elsewhere.close();
});
