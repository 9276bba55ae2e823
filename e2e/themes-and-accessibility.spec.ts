import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures';
import {
  brightness,
  faintTexts,
  invisibleStops,
  invisibleStopsInEachTheme,
  namelessControls,
} from './pages/access';
import { everything } from './pages/everything';
import { unique } from './pages/pipelines';

test('light and dark follow the system, or the switch once it was used', async ({ pipelines, page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await pipelines.open();
  await expect.poll(() => brightness(page)).toBeGreaterThan(0.8);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => brightness(page)).toBeLessThan(0.2);

  const choose = async (theme: string) => {
    await page.getByRole('button', { name: 'Theme', exact: true }).click();
    await page.getByRole('menuitemradio', { name: theme }).click();
  };
  await choose('Light');
  await expect.poll(() => brightness(page)).toBeGreaterThan(0.8);
  await page.reload();
  await expect.poll(() => brightness(page)).toBeGreaterThan(0.8);
  await pipelines.import({ name: unique('Theme'), steps: [] });
  await expect.poll(() => brightness(page)).toBeGreaterThan(0.8);

  await choose('Dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => brightness(page)).toBeLessThan(0.2);
  await choose('System');
  await expect.poll(() => brightness(page)).toBeGreaterThan(0.8);
});

test('every control has a name', async ({ pipelines, editor, run, runs, page }) => {
  const nothing: string[] = [];
  await pipelines.import(everything(unique('Names')));
  await test.step('the pipeline', async () => expect(await namelessControls(page)).toEqual(nothing));
  for (const step of ['Call', 'Decide', 'Each', 'Wrong']) {
    await test.step(`the form of ${step}`, async () => {
      await editor.inspect(step);
      expect(await namelessControls(page)).toEqual(nothing);
    });
  }
  for (const tab of ['Problems', 'JSON', 'Triggers'] as const) {
    await test.step(`the dock: ${tab}`, async () => {
      await editor.openDock(tab);
      expect(await namelessControls(page)).toEqual(nothing);
    });
  }
  for (const tab of ['Outline', 'Runs'] as const) {
    await test.step(`the left panel: ${tab}`, async () => {
      await editor.openLeft(tab);
      expect(await namelessControls(page)).toEqual(nothing);
    });
  }
  await test.step('the form of a run', async () => {
    await editor.askParams();
    await expect(editor.runDialog).toBeVisible();
    expect(await namelessControls(page)).toEqual(nothing);
  });

  const good = { ...everything(unique('Names of a run')), steps: everything('').steps.slice(1, 3) };
  good.steps[0] = { ...good.steps[0], depends_on: [] } as (typeof good.steps)[number];
  await pipelines.import(good);
  await editor.runWithParams();
  await run.isNow('Completed');
  await test.step('a run', async () => expect(await namelessControls(page)).toEqual(nothing));
  await test.step('a loop of a run', async () => {
    await run.look('Each');
    expect(await namelessControls(page)).toEqual(nothing);
  });
  await test.step('the page of a run', async () => {
    await page.goto(`/runs/${run.id()}`);
    await run.isNow('Completed');
    expect(await namelessControls(page)).toEqual(nothing);
  });
  await test.step('the lists', async () => {
    await runs.open();
    expect(await namelessControls(page)).toEqual(nothing);
    await pipelines.open();
    expect(await namelessControls(page)).toEqual(nothing);
    await pipelines.openImport();
    expect(await namelessControls(page)).toEqual(nothing);
  });
});

test('the focus is always visible when a page is navigated with Tab', async ({
  pipelines,
  editor,
  run,
  page,
}) => {
  const { steps, ...rest } = everything(unique('Focus'));
  await pipelines.import({ ...rest, steps });
  await editor.inspect('Call');
  await test.step('editor', async () => expect(await invisibleStops(page, 80)).toEqual([]));

  await pipelines.import({
    name: unique('Focus of a run'),
    steps: [{ id: 'hello', name: 'Hello', action: 'log', params: { message: 'Hello' } }],
  });
  await editor.run();
  await run.isNow('Completed');
  await run.look('Hello');
  await test.step('run', async () => expect(await invisibleStops(page, 60)).toEqual([]));
  await pipelines.open();
  await test.step('list', async () => expect(await invisibleStops(page, 30)).toEqual([]));
});

test('the catalogue, the settings and the workers: every control has a name, visible focus and enough contrast', async ({
  actions,
  secrets,
  channels,
  page,
}) => {
  const isFine = async (stops: number) => {
    expect(await namelessControls(page)).toEqual([]);
    expect(await faintTexts(page)).toEqual([]);
    expect(await invisibleStopsInEachTheme(page, stops)).toEqual([]);
  };
  await test.step('the catalogue', async () => {
    await actions.open();
    await isFine(25);
  });
  await test.step('an action', async () => {
    await actions.openAction('http_request');
    await isFine(45);
  });
  await test.step('secrets', async () => {
    await secrets.add({
      name: `seen_${randomUUID().slice(0, 8)}`,
      value: randomUUID(),
      hosts: '127.0.0.1',
    });
    await isFine(25);
    await secrets.addButton.click();
    await expect(secrets.nameField).toBeVisible();
    await isFine(10);
  });
  await test.step('channels', async () => {
    await channels.open();
    await isFine(20);
  });
  await test.step('workers', async () => {
    await page.goto('/workers');
    await expect(page.getByRole('row', { name: /Working/ }).first()).toBeVisible();
    await isFine(10);
  });
});
