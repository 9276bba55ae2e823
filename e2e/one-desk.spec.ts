import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';

/** Three steps that end immediately, the second with a header of two parts. */
function greeting(name: string) {
  return {
    name: unique(name),
    steps: [
      { id: 'first', name: 'First', action: 'log', params: { message: 'Good morning' } },
      {
        id: 'call',
        name: 'Call',
        action: 'http_request',
        params: { url: 'http://127.0.0.1:9/', method: 'GET', headers: { accept: 'text/plain' } },
        condition: '1 == 2',
        depends_on: ['first'],
      },
      {
        id: 'last',
        name: 'Last',
        action: 'log',
        params: { message: 'Good night' },
        depends_on: ['first'],
      },
    ],
  };
}

test('opening and leaving a run keeps searches, selection, viewport, dock and drafts', async ({
  pipelines,
  editor,
  run,
  desk,
}) => {
  await pipelines.import(greeting('Back and forth'));
  const halfRow = editor.inspector.getByRole('combobox', { name: 'Name 2 of Headers' });
  const halfValue = editor.inspector.getByRole('textbox', { name: 'Value of row 2' });
  await test.step('an editor in the middle of things', async () => {
    await desk.search('Search actions', 'http');
    await editor.inspect('Call');
    await editor.inspector.getByRole('button', { name: 'Add header' }).click();
    await halfValue.click();
    await halfValue.fill('no name yet');
    await expect(halfRow).toHaveValue('');
    await editor.openDock('JSON');
    await desk.raiseDock(3);
    await editor.tools.getByRole('button', { name: 'Zoom out' }).click();
    await desk.isAtRest();
  });
  const view = await desk.view();
  const height = await desk.dockHeight();

  await test.step('the run opens with the same view, at the same step', async () => {
    await editor.isSaved();
    await editor.run();
    await run.isNow('Completed');
    await expect(run.inspector.getByRole('heading', { level: 2, name: 'Call' })).toBeVisible();
    await expect.poll(() => desk.view()).toBe(view);
    await expect.poll(() => desk.dockHeight()).toBe(height);
    await desk.open('Logs');
    await desk.search('Search the log', 'night');
    await desk.openLeft('Outline');
    await expect(desk.outlineRow('Call')).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('the editor is as it was', async () => {
    await run.exit();
    await expect(desk.field('Search actions')).toHaveValue('http');
    await expect(editor.titleField).toHaveValue('Call');
    await expect(halfValue).toHaveText('no name yet');
    await expect(editor.json).toBeVisible();
    await expect.poll(() => desk.dockHeight()).toBe(height);
    await expect.poll(() => desk.view()).toBe(view);
  });

  await test.step('and so is the run, when it is opened again', async () => {
    await editor.openLeft('Runs');
    await desk.openRun(await desk.newestRun());
    await run.isNow('Completed');
    await expect(desk.field('Search the log')).toHaveValue('night');
    await expect(desk.tab('Outline')).toHaveAttribute('aria-selected', 'true');
  });
});

test('the selection in a run stays when the run is left', async ({ pipelines, editor, run, desk }) => {
  await pipelines.import(greeting('Selection'));
  await editor.run();
  await run.isNow('Completed');
  await expect(run.summary).toBeVisible();
  await desk.openLeft('Outline');
  await desk.outlineRow('Last').click();
  await expect(run.inspector.getByRole('heading', { level: 2, name: 'Last' })).toBeVisible();
  await run.exit();
  await expect(editor.titleField).toHaveValue('Last');
});

test('a card keeps the focus when a run is opened and left with the keyboard', async ({
  pipelines,
  editor,
  run,
  page,
}) => {
  await pipelines.import(greeting('Focus'));
  await editor.card('Call').focus();
  await page.keyboard.press('Control+Enter');
  await run.isNow('Completed');
  await expect(run.card('Call')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(run.card('First')).toBeFocused();
  await run.escape();
  await expect(editor.card('First')).toBeFocused();

  await page.keyboard.press('Control+Enter');
  await run.isNow('Completed');
  await run.exit();
  await expect(editor.canvas).toBeFocused();
});

test('the page of a run is the same desk, read-only', async ({ pipelines, editor, run, desk, page }) => {
  await pipelines.import(greeting('Read only'));
  await editor.run();
  await run.isNow('Completed');
  await page.goto(`/runs/${run.id()}?step=last`);
  await run.isNow('Completed');
  await expect(run.inspector.getByRole('heading', { level: 2, name: 'Last' })).toBeVisible();

  await test.step('its panels are those of a run in the editor', async () => {
    await expect(desk.tabs('Left panel')).toHaveText(['Outline', 'Runs']);
    await expect(desk.tabs('Dock')).toHaveText(['Timeline', 'Logs']);
    await expect(editor.tools.getByRole('button', { name: 'Undo' })).toBeHidden();
  });

  await test.step('one line resizes the dock, up to its limits, and is remembered', async () => {
    await desk.dockLine.press('Home');
    await expect
      .poll(() => desk.dockHeight())
      .toBe(Number(await desk.dockLine.getAttribute('aria-valuemin')));
    await desk.dockLine.press('End');
    await expect
      .poll(() => desk.dockHeight())
      .toBe(Number(await desk.dockLine.getAttribute('aria-valuemax')));
    const height = await desk.dockHeight();
    await page.reload();
    await run.isNow('Completed');
    await expect.poll(() => desk.dockHeight()).toBe(height);
    await desk.dockLine.press('Home');
    await desk.isAtRest();
  });

  await test.step('keys look, and change nothing', async () => {
    await run.look('First');
    await page.keyboard.press('ArrowRight');
    await expect(run.inspector.getByRole('heading', { level: 2, name: 'First' })).toBeHidden();
    await page.keyboard.press('Delete');
    await page.keyboard.press('a');
    await expect(editor.picker).toBeHidden();
    await expect(editor.cards).toHaveCount(3);
    await page.keyboard.press('o');
    await expect(desk.outline).toBeFocused();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });
});

test('another run of the list opens on the same desk and keeps search, selection, viewport and dock', async ({
  pipelines,
  editor,
  run,
  desk,
  page,
}) => {
  await pipelines.import(greeting('Run to run'));
  await editor.run();
  await run.isNow('Completed');
  const first = run.id();
  await run.exit();
  await editor.run();
  await run.isNow('Completed');
  await expect(run.banner).toContainText('#2');
  await page.goto(`/runs/${first}?step=last`);
  await run.isNow('Completed');
  await desk.open('Logs');
  await desk.logSearch.fill('night');
  await desk.raiseDock(2);
  await editor.tools.getByRole('button', { name: 'Zoom out' }).click();
  await desk.isAtRest();
  const view = await desk.view();
  const height = await desk.dockHeight();
  await page.evaluate(() => document.body.setAttribute('data-witness', 'same page'));

  await test.step('there', async () => {
    await desk.openLeft('Runs');
    await desk.openRun('#2');
    await expect(run.banner).toContainText('#2');
    await run.isNow('Completed');
    await expect(page).toHaveURL(/step=last/);
    await expect(page).toHaveTitle(/^#2 · Run to run/);
    expect(new URL(page.url()).pathname).not.toBe(`/runs/${first}`);
    await expect(run.inspector.getByRole('heading', { level: 2, name: 'Last' })).toBeVisible();
    await expect(desk.logSearch).toHaveValue('night');
    await expect.poll(() => desk.view()).toBe(view);
    await expect.poll(() => desk.dockHeight()).toBe(height);
  });

  await test.step('and back', async () => {
    await page.goBack();
    await expect(run.banner).toContainText('#1');
    await expect(page).toHaveTitle(/^#1 · Run to run/);
    await expect(run.inspector.getByRole('heading', { level: 2, name: 'Last' })).toBeVisible();
    await expect(desk.logSearch).toHaveValue('night');
    await expect(page.locator('body')).toHaveAttribute('data-witness', 'same page');
  });

  await test.step('its address is that run', async () => {
    await page.goForward();
    await expect(run.banner).toContainText('#2');
    await page.reload();
    await expect(run.banner).toContainText('#2');
    await expect(page).toHaveTitle(/^#2 · Run to run/);
  });
});

test('on a phone a run is shown from top to bottom, and can be left', async ({
  pipelines,
  editor,
  run,
  desk,
  page,
}) => {
  await pipelines.import(greeting('Phone'));
  await editor.run();
  await run.isNow('Completed');
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(run.banner).toBeVisible();
  await expect.poll(() => desk.order()).toEqual(['Run', 'Dock', 'Run summary', 'Canvas', 'Left panel']);
  await expect.poll(() => desk.barFaults()).toEqual([]);
  await run.exit();
  await expect(editor.inspector).toBeVisible();
  await expect(desk.tabs('Left panel')).toHaveText(['Outline', 'Runs', 'History']);
  await expect.poll(() => desk.barFaults()).toEqual([]);
});

test('at 1024 px the canvas keeps 560 px, and the panels exchange their places', async ({
  pipelines,
  editor,
  desk,
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await pipelines.import(greeting('Tablet'));
  const canvasWidth = async () => (await editor.canvas.boundingBox())?.width ?? 0;
  await expect(editor.inspector).toBeVisible();
  await expect.poll(canvasWidth).toBeGreaterThanOrEqual(560);
  await page.getByRole('button', { name: 'Left panel', exact: true }).click();
  await expect(desk.tab('Palette')).toBeVisible();
  await expect(editor.inspector).toBeHidden();
  await expect.poll(canvasWidth).toBeGreaterThanOrEqual(560);
  await expect.poll(() => desk.barFaults()).toEqual([]);
  await page.reload();
  await expect(desk.tab('Palette')).toBeVisible();
  // From then on the page takes keys.
  await expect(editor.card('First')).toBeVisible();
  await page.keyboard.press('Control+Alt+b');
  await expect(editor.inspector).toBeVisible();
  await expect(desk.tab('Palette')).toBeHidden();
});

test('a browser that edits its first pipeline is offered the tour, beside all tools', async ({
  pipelines,
  editor,
  desk,
  page,
}) => {
  await pipelines.import(greeting('New'));
  for (const width of [1024, 1280, 1440, 1920]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await desk.isAtRest();
      for (const name of ['Take the tour', 'Dismiss', /^Coverage/]) {
        await editor.canvas.getByRole('button', { name }).click({ trial: true });
      }
      await expect.poll(() => editor.canvas.evaluate(buttonsUnderName)).toEqual([]);
    });
  }
});

/** The buttons of a canvas that the name of the library covers. */
function buttonsUnderName(canvas: Element): string[] {
  const name = canvas.querySelector('.react-flow__attribution a')?.getBoundingClientRect();
  if (!name) throw new Error('The name of the library is missing.');
  const covers = ({ left, right, top, bottom }: DOMRect) =>
    left < name.right && name.left < right && top < name.bottom && name.top < bottom;
  return [...canvas.querySelectorAll('button')]
    .filter((button) => covers(button.getBoundingClientRect()))
    .map((button) => button.textContent ?? '');
}

test('every way to begin on an empty canvas can be clicked, however little space it has', async ({
  pipelines,
  editor,
  page,
}) => {
  await pipelines.createEmpty();
  for (const size of [
    { width: 1024, height: 768 },
    { width: 1120, height: 480 },
    { width: 720, height: 700 },
  ]) {
    await test.step(`${size.width} × ${size.height}`, async () => {
      await page.setViewportSize(size);
      await page.reload();
      const starters = editor.canvas.getByRole('list', { name: 'Starters' }).getByRole('button');
      await expect(starters.first()).toBeVisible();
      for (const way of [
        editor.canvas.getByRole('button', { name: 'Add step' }),
        editor.canvas.getByRole('button', { name: 'Paste JSON' }),
        ...(await starters.all()),
      ]) {
        await way.click({ trial: true });
      }
    });
  }
});

test('a step chosen by mouse in the picker is typed into next', async ({ pipelines, editor, page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await pipelines.createEmpty();
  await editor.canvas.getByRole('button', { name: 'Add step' }).click();
  await editor.picker.getByRole('option', { name: /^HTTP request/ }).click();
  await expect(editor.picker).toBeHidden();
  const url = editor.inspector.getByRole('textbox', { name: 'URL' });
  await expect(url).toBeFocused();
  await page.keyboard.type('https://example.test');
  await expect(url).toHaveValue('https://example.test');
});

/** Pipelines that leave little space: a row, a column, a square, and more than any window shows. */
const SHAPES = [
  { shape: 'a row', columns: 6, rows: 1 },
  { shape: 'a column', columns: 1, rows: 5 },
  { shape: 'a square', columns: 4, rows: 5 },
  { shape: 'a field', columns: 12, rows: 14 },
] as const;

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 1120, height: 640 },
  { width: 820, height: 700 },
] as const;

for (const { shape, columns, rows } of SHAPES) {
  test(`no bar and no minimap covers a card of ${shape}`, async ({ pipelines, editor, desk, page }) => {
    const places = Array.from({ length: columns * rows }, (_, index) => ({
      id: `step_${index}`,
      x: (index % columns) * 340,
      y: Math.floor(index / columns) * 180,
    }));
    await pipelines.import({
      name: unique('Room'),
      steps: places.map(({ id }) => ({ id, name: id, action: 'log', params: { message: id } })),
      layout: { steps: Object.fromEntries(places.map(({ id, x, y }) => [id, { x, y }])) },
    });
    for (const size of WINDOWS) {
      await test.step(`${size.width} × ${size.height}`, async () => {
        await page.setViewportSize(size);
        await page.reload();
        await expect(editor.canvas).toBeVisible();
        await desk.isAtRest();
        await test.step('when it is opened', () => expect.poll(() => desk.coveredCards()).toEqual([]));
        await editor.tools.getByRole('button', { name: 'Fit view' }).click();
        await desk.isAtRest();
        await test.step('when all of it is shown', () => expect.poll(() => desk.coveredCards()).toEqual([]));
        await editor.tools.getByRole('button', { name: 'Zoom in' }).click();
        await desk.isAtRest();
        await test.step('when it is larger', () => expect.poll(() => desk.coveredCards()).toEqual([]));
      });
    }
    await test.step('when a step is added', async () => {
      await editor.tools.getByRole('button', { name: 'Fit view' }).click();
      await editor.canvas.focus();
      await page.keyboard.press('a');
      await page.keyboard.type('log');
      await page.keyboard.press('Enter');
      await expect(editor.picker).toBeHidden();
      await desk.isAtRest();
      await expect.poll(() => desk.coveredCards()).toEqual([]);
    });
  });
}
