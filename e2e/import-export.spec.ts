import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';

/** Accepted spellings, unknown keys everywhere, and an unusual order of keys. */
function foreignDocument(name: string) {
  return {
    owner: 'team-north',
    name,
    steps: [
      {
        action: 'api_call',
        id: 'ask',
        params: { timeout: 12, url: 'http://127.0.0.1:9/', method: 'GET', trace: { deep: [1, 2, null] } },
        labels: ['a', 'b'],
      },
      {
        id: 'decide',
        action: 'condition',
        params: { condition: 'steps.ask.output.status_code == 200', on_true: 'yes', on_false: 'no' },
      },
      { id: 'yes', action: 'log', params: { message: 'fine', level: 'info' } },
      { id: 'no', action: 'log', params: { message: 'ill', level: 'error' } },
    ],
    layout: {
      zoom: 1.5,
      steps: { ask: { x: 0, y: 0 }, decide: { x: 340, y: 0 }, yes: { x: 680, y: 0 }, no: { x: 680, y: 160 } },
    },
    revision: 3,
  };
}

function canonical(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Lines of `after` that differ in `before`. */
function changedLines(before: string, after: string): string[] {
  const old = before.split('\n');
  const lines = after.split('\n');
  expect(lines).toHaveLength(old.length);
  return lines.filter((line, index) => line !== old[index]);
}

test('an imported document is exported byte for byte, and an edit changes only its own part', async ({
  pipelines,
  editor,
  page,
}) => {
  const document = foreignDocument(unique('Foreign'));
  const text = canonical(document);
  await pipelines.import(JSON.stringify(document, null, '\t'));

  await test.step('exported from the editor and from the list it is the canonical text', async () => {
    expect(await editor.export()).toBe(text);
    const link = await page.request.get(`/api/v1${new URL(page.url()).pathname}/export`);
    expect(await link.text()).toBe(text);
  });

  await test.step('one field in the form is one line of the file, in its author’s spelling', async () => {
    await editor.inspect('HTTP request');
    await editor.type('Timeout', '20');
    expect(changedLines(text, await editor.export())).toEqual(['        "timeout": 20,']);
    await editor.undo();
    expect(await editor.export()).toBe(text);
  });

  await test.step('moving a card changes its place in the layout and nothing else', async () => {
    await editor.move('Conditional', { x: 40, y: 80 });
    const moved = await editor.export();
    const { x, y } = JSON.parse(moved).layout.steps.decide;
    expect(x).toBeGreaterThan(340);
    expect(y).toBeGreaterThan(0);
    const { layout } = document;
    const steps = { ...layout.steps, decide: { x, y } };
    expect(moved).toBe(canonical({ ...document, layout: { ...layout, steps } }));
    expect(changedLines(text, moved)).toHaveLength(2);
  });

  await test.step('what was saved is what was exported', async () => {
    const moved = await editor.export();
    await editor.isSaved();
    await page.reload();
    expect(await editor.export()).toBe(moved);
  });
});

test('text that is not JSON is refused with its line and column, and stays', async ({ pipelines }) => {
  const broken = '{\n  "name": "Broken",\n  "steps": [,]\n}';
  await pipelines.open();
  await pipelines.tryImport(broken);
  const refusal = pipelines.importDialog.getByRole('alert');
  await expect(refusal).toContainText('Invalid JSON at line 3, column 13');
  await expect(pipelines.importText).toHaveValue(broken);
  await pipelines.importDialog.getByRole('button', { name: 'Go to line 3' }).click();
  await expect(pipelines.importText).toBeFocused();

  await pipelines.importText.fill(broken.replace('[,]', '[]'));
  await expect(refusal).toBeHidden();
  await pipelines.submitImport();
  await pipelines.arriveInEditor();
});

test('a file that is not a pipeline does not change the open one', async ({ pipelines, editor }) => {
  await pipelines.import({
    name: unique('Kept'),
    steps: [{ id: 'a', action: 'log', params: { message: 'a' } }],
  });
  const before = await editor.export();
  await editor.importFile('list.json', '{"name": "no steps"}');
  const refusal = editor.message('list.json is not a pipeline.');
  await expect(refusal).toContainText('The object has no "steps". Add "steps" with a list of steps.');
  expect(await editor.export()).toBe(before);

  await editor.importFile('other.json', '[{"id": "b", "action": "log", "params": {"message": "b"}}]');
  await expect(editor.message('Imported other.json: 1 step')).toBeVisible();
  await expect(editor.card('Log')).toHaveCount(1);
  await editor.undo();
  expect(await editor.export()).toBe(before);
});

const PROBLEMS = [
  {
    what: 'a cycle',
    step: 'First',
    says: 'These steps depend on each other: a → b → a.',
    steps: [
      { id: 'a', name: 'First', action: 'log', params: { message: 'a' }, depends_on: ['b'] },
      { id: 'b', name: 'Second', action: 'log', params: { message: 'b' }, depends_on: ['a'] },
    ],
  },
  {
    what: 'an unknown action',
    step: 'Odd one',
    says: 'Unknown action frobnicate.',
    steps: [{ id: 'odd', name: 'Odd one', action: 'frobnicate', params: { keep: true } }],
  },
  {
    what: 'a missing parameter',
    step: 'Call',
    says: 'HTTP request: url is required.',
    steps: [{ id: 'call', name: 'Call', action: 'http_request', params: {} }],
  },
  {
    what: 'an unknown reference',
    step: 'Reader',
    says: 'Step nowhere does not exist.',
    steps: [
      { id: 'reads', name: 'Reader', action: 'log', params: { message: '{{steps.nowhere.output.x}}' } },
    ],
  },
];

for (const { what, step, says, steps } of PROBLEMS) {
  test(`${what} is shown at its step and blocks a run`, async ({ pipelines, editor, page }) => {
    await pipelines.import({ name: unique('Wrong'), steps });
    await expect(editor.card(step)).toHaveAccessibleName(/, 1 problem$/);
    await editor.openDock('Problems');
    await editor.problem(says).click();
    await expect(editor.titleField).toHaveValue(step);
    await expect(editor.inspector).toContainText(says.replace(/\.$/, ''));

    await editor.run();
    const refusal = editor.message('The run was not started.');
    // One look: the message leaves after a while.
    await expect(
      refusal.filter({ hasText: /problem/ }).getByRole('button', { name: 'Show problems' }),
    ).toBeVisible();
    await editor.openLeft('Runs');
    await expect(page.getByText('No runs yet')).toBeVisible();
  });
}

for (const megabytes of [11, 13]) {
  test(`a document of ${megabytes} MB is refused with a sentence, and the server continues`, async ({
    pipelines,
    request,
  }) => {
    const name = unique('Huge');
    const message = 'x'.repeat(megabytes * 1024 * 1024);
    await pipelines.open();
    await pipelines.openImport();
    await pipelines.pickFile(
      'huge.json',
      JSON.stringify({ name, steps: [{ id: 'a', action: 'log', params: { message } }] }),
    );
    await pipelines.submitImport();
    await expect(pipelines.importDialog.getByRole('alert')).toContainText(
      `The pipeline is ${megabytes}.0 MB. The limit is 10.0 MB.`,
    );
    expect((await request.get('/api/v1/health')).ok()).toBe(true);
    await pipelines.open();
    await expect(pipelines.link(name)).toHaveCount(0);
  });
}
