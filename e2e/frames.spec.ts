import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';

const log = (id: string, after: string[] = []) => ({
  ...{ id, name: `Step ${id}`, action: 'log', params: { message: id } },
  ...(after.length === 0 ? {} : { depends_on: after }),
});

test('steps are framed, moved and resized together, collapsed, and followed in a run', async ({
  pipelines,
  editor,
  desk,
  run,
  page,
}) => {
  await pipelines.import({
    name: unique('Framed'),
    steps: [log('a'), log('b', ['a']), log('c', ['b'])],
    layout: { steps: { a: { x: 0, y: 0 }, b: { x: 360, y: 0 }, c: { x: 720, y: 0 } } },
  });
  const frame = page.getByRole('group', { name: /^Loading, 2 steps/ });
  const head = frame.locator('[data-frame-handle]');
  const boxOf = async (title: string) => {
    const box = await editor.card(title).boundingBox();
    if (box === null) throw new Error(`${title} is not shown.`);
    return box;
  };

  await test.step('framed with the keyboard, with a title', async () => {
    await editor.inspect('Step b');
    await editor.card('Step c').click({ modifiers: ['Shift'], position: { x: 120, y: 20 } });
    await page.keyboard.press('Control+g');
    await page.getByRole('textbox', { name: 'Title of the frame' }).fill('Loading');
    await page.keyboard.press('Enter');
    await expect(frame).toBeFocused();
    // Everything in view, and in its place.
    await page.keyboard.press('1');
    await editor.isSavedAsDraft();
    await desk.isAtRest();
  });

  await test.step('dragged by its head, with its steps', async () => {
    const before = await boxOf('Step b');
    const at = await head.boundingBox();
    if (at === null) throw new Error('The frame has no head.');
    await page.mouse.move(at.x + 150, at.y + 12);
    await page.mouse.down();
    await page.mouse.move(at.x + 150, at.y + 92, { steps: 8 });
    await page.mouse.up();
    await expect.poll(async () => (await boxOf('Step b')).y).toBeGreaterThan(before.y + 40);
    // A busy browser draws the last of it later.
    let last: unknown;
    await expect
      .poll(async () => {
        const box = JSON.stringify(await frame.boundingBox());
        const isSame = box === last;
        last = box;
        return isSame;
      })
      .toBe(true);
  });

  await test.step('resized by its corner', async () => {
    const before = await frame.boundingBox();
    if (before === null) throw new Error('The frame is not shown.');
    const corner = { x: before.x, y: before.y + before.height };
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.down();
    await page.mouse.move(corner.x - 20, corner.y + 40, { steps: 8 });
    await page.mouse.up();
    await expect.poll(async () => (await frame.boundingBox())?.height).toBeGreaterThan(before.height + 20);
  });

  await test.step('collapsed to one card, which shows the status of its steps', async () => {
    await frame.getByRole('button', { name: 'Collapse Loading' }).click();
    await expect(editor.card('Step b')).toBeHidden();
    await expect(page.getByRole('group', { name: 'Loading, 2 steps, collapsed' })).toBeVisible();
    await editor.isSavedAsDraft();
    await editor.run();
    await run.isNow('Completed');
    await expect(page.getByRole('group', { name: 'Loading, 2 steps, collapsed, completed' })).toBeVisible();
    await run.escape();
  });

  await test.step('expanded again after a reload, and removed without its steps', async () => {
    await page.reload();
    const folded = page.getByRole('group', { name: 'Loading, 2 steps, collapsed' });
    await folded.focus();
    await page.keyboard.press('Enter');
    await expect(editor.card('Step b')).toBeVisible();
    await frame.focus();
    await page.keyboard.press('Control+Shift+g');
    await expect(frame).toBeHidden();
    await expect(editor.card('Step c')).toBeVisible();
  });
});
