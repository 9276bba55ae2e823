import { expect, test } from './fixtures';
import type { EditorPage } from './pages/editor';
import { unique } from './pages/pipelines';

function twoSteps(name: string) {
  return {
    name,
    steps: [
      { id: 'a', name: 'Alpha', action: 'log', params: { message: 'one' } },
      { id: 'b', name: 'Beta', action: 'log', params: { message: 'two' }, depends_on: ['a'] },
    ],
    layout: { steps: { a: { x: 0, y: 0 }, b: { x: 340, y: 0 } } },
  };
}

test('text and canvas follow each other, and invalid text keeps the last valid canvas', async ({
  pipelines,
  editor,
  desk,
}) => {
  const document = twoSteps(unique('Text'));
  await pipelines.import(document);
  await editor.openDock('JSON');
  await expect(editor.json).toContainText('"message": "one"');

  await test.step('the canvas follows the text', async () => {
    const [alpha, beta] = document.steps;
    const gamma = { id: 'c', name: 'Gamma', action: 'log', params: { message: 'three' }, depends_on: ['b'] };
    await editor.writeJson({ ...document, steps: [{ ...alpha, name: 'Alpha two' }, beta, gamma] });
    await expect(editor.card('Alpha two')).toBeVisible();
    await expect(editor.wire('from Beta to Gamma')).toBeVisible();
    // The view follows what is added.
    await desk.isAtRest();
  });

  await test.step('the text follows the canvas and the form', async () => {
    await editor.inspect('Gamma');
    await editor.type('Message', 'changed in the form');
    await expect(editor.json).toContainText('"message": "changed in the form"');
    await editor.inspect('Beta');
    await editor.press('Delete');
    await expect(editor.card('Beta')).toHaveCount(0);
    await expect(editor.json).not.toContainText('"Beta"');
  });

  await test.step('text that is not JSON changes nothing and says where it ends to be', async () => {
    const good = await editor.export();
    await editor.writeJsonText('{\n  "name": "x",\n  "steps": [\n    {\n}');
    const fault = editor.page.getByRole('status').filter({ hasText: 'Not applied' });
    await expect(fault).toContainText('The canvas shows the last valid version');
    await expect(fault.getByRole('button', { name: 'Go to line 5' })).toBeVisible();
    await expect(editor.json).toHaveAttribute('aria-invalid', 'true');
    await expect(editor.card('Gamma')).toBeVisible();
    expect(await editor.export()).toBe(good);

    await editor.openDock('Problems');
    await editor.openDock('JSON');
    await expect(editor.json).toContainText('"name": "x"');
    await editor.json.click();
    await editor.canvas.click({ position: { x: 5, y: 5 } });
    await expect(fault).toBeVisible();

    await expect(editor.page.getByRole('status').filter({ hasText: 'Unsaved draft' })).toBeVisible();
    await editor.page.reload();
    await expect(editor.card('Gamma')).toBeVisible();
    await expect(editor.page.getByRole('status').filter({ hasText: 'Unsaved draft' })).toBeVisible();
    await editor.openDock('JSON');
    await expect(fault.getByRole('button', { name: 'Go to line 5' })).toBeVisible();

    await fault.getByRole('button', { name: 'Discard changes' }).click();
    await expect(fault).toBeHidden();
    await expect(editor.json).toContainText('"Gamma"');
  });
});

/** Every kind of edit that a person can make, each on a pipeline of two connected steps. */
const EDITS: readonly { readonly what: string; make(editor: EditorPage): Promise<void> }[] = [
  { what: 'adding a step', make: (editor) => editor.drop('Wait', { x: 300, y: 300 }) },
  {
    what: 'editing a parameter',
    async make(editor) {
      await editor.inspect('Alpha');
      await editor.type('Message', 'other words');
    },
  },
  {
    what: 'adding an optional parameter',
    async make(editor) {
      await editor.inspect('Alpha');
      await editor.addParameter('Level');
    },
  },
  {
    what: 'changing the title',
    async make(editor) {
      await editor.inspect('Alpha');
      await editor.title('Alpha the first');
    },
  },
  {
    what: 'changing the id',
    async make(editor) {
      await editor.inspect('Alpha');
      await editor.changeId('first');
    },
  },
  {
    what: 'writing a condition',
    async make(editor) {
      await editor.inspect('Beta');
      await editor.type('Run condition', 'steps.a.output.message == "one"');
    },
  },
  {
    what: 'adding a retry',
    async make(editor) {
      await editor.inspect('Beta');
      await editor.inspector.getByRole('button', { name: 'Add retry' }).click();
    },
  },
  {
    what: 'taking a dependency out',
    async make(editor) {
      await editor.inspect('Beta');
      await editor.inspector.getByRole('button', { name: 'Remove dependency on a' }).click();
    },
  },
  {
    what: 'switching a step off',
    async make(editor) {
      await editor.inspect('Beta');
      await editor.inspector.getByRole('switch', { name: 'Disabled' }).click();
    },
  },
  { what: 'moving a card', make: (editor) => editor.move('Beta', { x: 16, y: 120 }) },
  {
    what: 'arranging the cards',
    async make(editor) {
      await editor.move('Beta', { x: 16, y: 240 });
      await editor.tools.getByRole('button', { name: 'Arrange' }).click();
    },
  },
  {
    what: 'duplicating a step',
    async make(editor) {
      await editor.inspect('Alpha');
      await editor.press('Control+d');
    },
  },
  {
    what: 'deleting a step',
    async make(editor) {
      await editor.inspect('Alpha');
      await editor.press('Delete');
    },
  },
  {
    what: 'deleting and reconnecting',
    async make(editor) {
      await editor.inspect('Alpha');
      await editor.press('Control+Delete');
    },
  },
  {
    what: 'declaring a param',
    async make(editor) {
      await editor.inspectPipeline();
      await editor.inspector.getByRole('button', { name: 'Add parameter' }).click();
    },
  },
  {
    what: 'adding an output',
    async make(editor) {
      await editor.inspectPipeline();
      await editor.inspector.getByRole('button', { name: 'Add output' }).click();
    },
  },
  {
    what: 'adding a note',
    async make(editor) {
      await editor.tools.getByRole('button', { name: 'Add note' }).click();
      await editor.page.getByRole('textbox', { name: 'Note text' }).fill('Mind the gap');
      await editor.inspectPipeline();
    },
  },
  { what: 'renaming the pipeline', make: async (editor) => void (await editor.nameIt('Another name')) },
  {
    what: 'editing the text',
    async make(editor) {
      await editor.openDock('JSON');
      await editor.writeJsonText('{"name": "From text", "steps": []}');
      await expect(editor.card('Alpha')).toHaveCount(0);
      await editor.page.getByRole('button', { name: 'Close dock' }).click();
    },
  },
];

test('undo reverts every kind of edit byte for byte, and redo restores it', async ({ pipelines, editor }) => {
  test.slow();
  await pipelines.import(twoSteps(unique('Undo')));
  for (const { what, make } of EDITS) {
    await test.step(what, async () => {
      const before = await editor.export();
      await make(editor);
      const after = await editor.export();
      expect(after).not.toBe(before);
      const undone = await editor.undoUntil(before);
      expect(undone, 'steps back').toBeLessThanOrEqual(2);
      for (let step = 0; step < undone; step += 1) await editor.redo();
      expect(await editor.export()).toBe(after);
      expect(await editor.undoUntil(before)).toBe(undone);
    });
  }
});
