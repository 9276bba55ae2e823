// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stopClock } from '@/components/ui/testing/stop-clock';
import { ToastProvider } from '@/components/ui/toast';
import { catalogue } from '@/engine/actions';
import { type PipelineTest, pipelineTestSchema } from '@/engine/run/test/schema';
import type { SavedTest, TestResultRecord } from '@/lib/contracts/pipeline-tests';
import { openInTest } from '../form/testing/open-in-test';
import { type TestActions, TestActionsContext } from './test-services';
import { TestsWorkspace } from './tests-workspace';

const AT = '2026-03-01T10:00:00.000Z';
const named = (name: string): PipelineTest =>
  pipelineTestSchema.parse({
    name,
    params: { city: 'Oslo' },
    fixtures: [{ step: 'fetch', output: { count: 7 } }],
    expect: { status: 'completed', outputs: [{ path: 'outputs.total', match: 'equal', value: 7 }] },
  });

let tests: { id: string; test: PipelineTest; updatedAt: string }[];
let results: Partial<TestResultRecord>[];
let ran: unknown[];

const summary = ({ id, test, updatedAt }: (typeof tests)[number]) => ({
  id,
  name: test.name,
  run: 3,
  updatedAt,
});
const saved = (id: string, test: PipelineTest, updatedAt = '2026-03-02T10:00:00.000Z'): SavedTest => {
  tests = [...tests.filter((each) => each.id !== id), { id, test, updatedAt }];
  return { id, name: test.name, run: 3, updatedAt, test, notes: [] };
};

async function answer(address: string, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(address, 'http://page.test');
  if (pathname.endsWith('/test-runs')) {
    ran.push(JSON.parse(String(init?.body)));
    const all = results.map((each) => ({
      ...{ id: 't1', name: 'Orders', passed: false, problems: [], differences: [], status: 'completed' },
      ...each,
    }));
    const passed = all.filter((each) => each.passed).length;
    return Response.json({ passed, failed: all.length - passed, results: all });
  }
  if (pathname.endsWith('/tests')) return Response.json({ tests: tests.map(summary) });
  const found = tests.find(({ id }) => pathname.endsWith(`/${id}`));
  if (!found) return Response.json({ code: 'not_found', message: 'The test is gone.' }, { status: 404 });
  return Response.json({ ...summary(found), test: found.test });
}

const actions = {
  add: vi.fn<TestActions['add']>(),
  change: vi.fn<TestActions['change']>(),
  remove: vi.fn<TestActions['remove']>(),
};

function open() {
  vi.stubGlobal('fetch', answer);
  return openInTest(
    {
      name: 'p',
      steps: [
        { id: 'fetch', action: 'http_request', params: { url: 'https://example.org' } },
        { id: 'double', action: 'log', params: { message: 'x' } },
      ],
    },
    catalogue.descriptors,
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <TestActionsContext value={actions}>
          <TestsWorkspace />
        </TestActionsContext>
      </ToastProvider>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  // How long ago a test ran is shown to the second.
  stopClock();
  window.localStorage.clear();
  Element.prototype.hasPointerCapture ??= () => false;
  Element.prototype.scrollIntoView ??= () => undefined;
  tests = [
    { id: 't1', test: named('Orders'), updatedAt: AT },
    { id: 't2', test: named('Returns'), updatedAt: AT },
  ];
  results = [{ passed: true }];
  ran = [];
  actions.add.mockReset();
  actions.change.mockReset();
  actions.remove.mockReset().mockResolvedValue({ ok: true });
  actions.add.mockImplementation(async ({ content }) => ({
    ok: true,
    saved: saved('t9', pipelineTestSchema.parse(content)),
  }));
  actions.change.mockImplementation(async ({ test, content }) => ({
    ok: true,
    saved: saved(test, pipelineTestSchema.parse(content)),
  }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const row = (name: RegExp) => screen.findByRole('button', { name });
const command = async (test: string, item: string) => {
  fireEvent.keyDown(await screen.findByRole('button', { name: `More for ${test}` }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
};

describe('the list of tests', () => {
  it('runs all tests or one, and announces and keeps the results', async () => {
    const session = open();
    results = [{ passed: true }, { id: 't2', name: 'Returns', passed: false, status: null }];
    fireEvent.click(await screen.findByRole('button', { name: 'Run all' }));
    await row(/^Orders: Passed, just now/);
    await row(/^Returns: Invalid/);
    expect(session.announcement.get()).toBe('2 tests ran: 1 passed, 1 failed: Returns.');
    expect(screen.getByText('2 tests, 1 passed, 1 failed')).toBeDefined();
    results = [{ id: 't2', name: 'Returns', passed: true }];
    fireEvent.click(screen.getByRole('button', { name: 'Run Returns' }));
    await row(/^Returns: Passed/);
    expect(ran).toEqual([{}, { tests: ['t2'] }]);
    expect(window.localStorage.getItem('pipewright.test-runs.p1')).toContain('Returns');
  });

  it('says that the pipeline was edited since a test ran', async () => {
    const session = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Run all' }));
    await row(/^Orders: Passed, just now$/);
    session.store.edit('Edit', (document) => ({ ...document, steps: document.steps.slice(0, 1) }));
    await row(/^Orders: Passed, just now, pipeline edited since$/);
  });

  it('shows why tests could not be run', async () => {
    open();
    await row(/^Orders/);
    vi.stubGlobal('fetch', async () => Promise.reject(new Error('The connection was closed.')));
    fireEvent.click(screen.getByRole('button', { name: 'Run all' }));
    expect((await screen.findByRole('alert')).textContent).toBe('The connection was closed.');
  });

  it('duplicates and renames a test, and deletes one after a question', async () => {
    open();
    await row(/^Orders/);
    await command('Orders', 'Duplicate');
    await waitFor(() =>
      expect(actions.add).toHaveBeenCalledWith({
        id: 'p1',
        content: { ...named('Orders'), name: 'Orders copy' },
      }),
    );
    await command('Orders', 'Rename…');
    const field = await screen.findByRole('textbox', { name: 'Name' });
    fireEvent.change(field, { target: { value: 'Returns' } });
    fireEvent.click(screen.getByRole('button', { name: 'Rename' }));
    await screen.findByText('A test named Returns already exists. Choose another name.');
    fireEvent.change(field, { target: { value: 'Many' } });
    fireEvent.click(screen.getByRole('button', { name: 'Rename' }));
    await row(/^Many/);
    await command('Returns', 'Delete…');
    tests = tests.filter(({ id }) => id !== 't2');
    fireEvent.click(await screen.findByRole('button', { name: 'Delete test' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Returns/ })).toBeNull());
    expect(actions.remove).toHaveBeenCalledWith({ id: 'p1', test: 't2' });
  });

  it('says how to get a test while there is none', async () => {
    tests = [];
    open();
    await screen.findByText('No tests yet');
    fireEvent.click(screen.getByRole('button', { name: 'Add test' }));
    await screen.findByRole('region', { name: 'Test Test 1' });
  });
});

describe('an opened test', () => {
  const opened = async (name = 'Orders') => {
    fireEvent.click(await row(new RegExp(`^${name}`)));
    const panel = await screen.findByRole('region', { name: `Test ${name}` });
    await within(panel).findByRole('radiogroup', { name: 'View of the test' });
    return panel;
  };
  const differing: Partial<TestResultRecord> = {
    differences: [
      {
        ...{ kind: 'step', at: 'double', step: 'double', expected: 'completed', actual: 'skipped' },
        message: 'double should be completed, but it was skipped.',
      },
      {
        ...{ kind: 'output', at: 'outputs.total', message: 'outputs.total should be 7, but it is 8.' },
        ...{ expected: { sum: 7 }, actual: { sum: 8 } },
        changes: [{ kind: 'changed', path: ['sum'], left: 7, right: 8 }],
      },
      {
        ...{
          kind: 'output',
          at: 'outputs.gone',
          message: 'outputs.gone should have a value.',
          expected: null,
        },
      },
    ],
  };

  it('shows each difference as expected and actual, and leads to the step on the canvas', async () => {
    const session = open();
    results = [differing];
    fireEvent.click(await screen.findByRole('button', { name: 'Run Orders' }));
    await row(/^Orders: Failed, 3 differences/);
    const panel = await opened();
    const list = within(panel).getByRole('list', { name: 'Differences' });
    expect(list.textContent).toContain('ExpectedCompletedActualSkipped');
    expect(within(panel).getByRole('list', { name: 'Differences of outputs.total' }).textContent).toContain(
      'sum78',
    );
    expect(list.textContent).toContain('no such value');
    fireEvent.click(within(panel).getByRole('button', { name: 'Show double' }));
    expect(session.store.getState().selection.steps).toEqual(['double']);
  });

  it('says what to do about a test that no longer fits', async () => {
    open();
    results = [
      {
        status: null,
        problems: [{ step: 'gone', message: 'The pipeline has no step gone. Remove it from the test.' }],
      },
    ];
    fireEvent.click(await screen.findByRole('button', { name: 'Run Orders' }));
    await row(/^Orders: Invalid, 1 problem/);
    const panel = await opened();
    expect(panel.textContent).toContain('Remove it from the test.');
    expect(within(panel).queryByRole('button', { name: 'Show gone' })).toBeNull();
    fireEvent.click(within(panel).getByRole('button', { name: 'Edit test' }));
    expect(within(panel).getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Orders');
  });

  it('is edited in the form: invalid values stay and say where, and the whole test is saved', async () => {
    const session = open();
    const panel = await opened();
    const params = within(panel).getByRole('textbox', { name: /^Run parameters/ });
    fireEvent.change(params, { target: { value: '{"city": }' } });
    fireEvent.click(within(panel).getByRole('button', { name: 'Save test' }));
    await within(panel).findByText(/^Line 1, column 10: /);
    expect(actions.change).not.toHaveBeenCalled();
    fireEvent.change(params, { target: { value: '{"city": "Rome"}' } });
    fireEvent.click(within(panel).getByRole('button', { name: /^fetch/ }));
    fireEvent.change(within(panel).getByRole('textbox', { name: /^Duration/ }), { target: { value: '2.5' } });
    fireEvent.change(within(panel).getByRole('combobox', { name: 'Comparison' }), {
      target: { value: 'any' },
    });
    fireEvent.click(within(panel).getByRole('button', { name: 'Save test' }));
    await waitFor(() => expect(session.announcement.get()).toBe('Saved the test Orders.'));
    expect(actions.change).toHaveBeenCalledWith({
      ...{ id: 'p1', test: 't1' },
      content: {
        ...named('Orders'),
        params: { city: 'Rome' },
        fixtures: [{ step: 'fetch', seconds: 2.5, output: { count: 7 } }],
        expect: { status: 'completed', steps: {}, outputs: [{ path: 'outputs.total', match: 'any' }] },
      },
    });
    expect(within(panel).queryByRole('button', { name: 'Save test' })).toBeNull();
  });

  it('keeps what was typed when the page is loaded again and when the pipeline changes', async () => {
    const session = open();
    const panel = await opened();
    fireEvent.change(within(panel).getByRole('textbox', { name: 'Name' }), { target: { value: 'Unsaved' } });
    session.store.edit('Edit', (document) => ({ ...document, steps: [] }));
    expect(within(panel).getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Unsaved');
    cleanup();
    tests = tests.map((test) => ({ ...test, updatedAt: '2026-03-05T10:00:00.000Z' }));
    open();
    const again = await opened();
    expect(within(again).getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Unsaved');
    expect(again.textContent).toContain('This test was saved elsewhere since you began to edit it.');
    fireEvent.click(within(again).getByRole('button', { name: 'Discard changes' }));
    expect(within(again).getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Orders');
  });

  it('keeps what was typed during a save, as an edit of the saved test', async () => {
    const session = open();
    const panel = await opened();
    let answerSave = () => {};
    const answered = new Promise<void>((resolve) => {
      answerSave = resolve;
    });
    actions.change.mockImplementationOnce(async ({ test, content }) => {
      await answered;
      return { ok: true, saved: saved(test, pipelineTestSchema.parse(content)) };
    });
    const name = within(panel).getByRole('textbox', { name: 'Name' });
    fireEvent.change(name, { target: { value: 'Many' } });
    fireEvent.click(within(panel).getByRole('button', { name: 'Save test' }));
    fireEvent.change(name, { target: { value: 'Many more' } });
    answerSave();
    await waitFor(() => expect(session.announcement.get()).toBe('Saved the test Orders.'));
    expect(name).toHaveProperty('value', 'Many more');
    expect(panel.textContent).not.toContain('This test was saved elsewhere');
    await waitFor(() =>
      expect(within(panel).getByRole('button', { name: 'Save test' })).toHaveProperty('disabled', false),
    );
    fireEvent.click(within(panel).getByRole('button', { name: 'Save test' }));
    await waitFor(() => expect(session.announcement.get()).toBe('Saved the test Many.'));
    expect(window.localStorage.getItem('pipewright.test-draft.p1.t1')).toBeNull();
  });

  it('is edited whole as JSON, with the edits of the form', async () => {
    open();
    const panel = await opened();
    fireEvent.change(within(panel).getByRole('textbox', { name: 'Name' }), { target: { value: 'Many' } });
    fireEvent.click(within(panel).getByRole('radio', { name: 'JSON' }));
    const text = within(panel).getByRole('textbox', { name: 'Test as JSON' });
    expect(JSON.parse((text as HTMLTextAreaElement).value)).toMatchObject({ name: 'Many' });
    fireEvent.change(text, { target: { value: '{"name": "Many"}' } });
    expect(within(panel).getByRole('alert').textContent).toMatch(/^expect is missing\. Correct the text\./);
    fireEvent.click(within(panel).getByRole('radio', { name: 'Form' }));
    // The text cannot be read, so it stays.
    expect(within(panel).getByRole('textbox', { name: 'Test as JSON' })).toHaveProperty(
      'value',
      '{"name": "Many"}',
    );
  });

  it('saves edits before it runs', async () => {
    open();
    const panel = await opened();
    fireEvent.change(within(panel).getByRole('textbox', { name: 'Name' }), { target: { value: 'Many' } });
    results = [{ name: 'Many', passed: true }];
    fireEvent.click(within(panel).getByRole('button', { name: 'Save and run' }));
    await row(/^Many: Passed/);
    expect(actions.change).toHaveBeenCalledOnce();
    expect(ran).toEqual([{ tests: ['t1'] }]);
  });
});
