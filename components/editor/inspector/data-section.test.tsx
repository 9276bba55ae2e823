// @vitest-environment jsdom
import { act, cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { REFERENCE_TYPE } from '@/components/pipeline-text/insert-target';
import { ToastProvider } from '@/components/ui/toast';
import { indexDescriptors, type PipelineDocument, parseExpression } from '@/engine';
import { catalogue } from '@/engine/actions';
import { openInTest } from '../form/testing/open-in-test';
import { NO_SAMPLES } from '../model/samples';
import { selectSteps } from '../model/selection';
import { dataRows } from './data-rows';
import { Inspector } from './inspector';

beforeAll(() => {
  // The size of a tree, which jsdom does not compute.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Object.defineProperty(Element.prototype, 'clientHeight', { get: () => 400 });
  Object.defineProperty(Element.prototype, 'clientWidth', { get: () => 300 });
  Element.prototype.scrollTo = () => {};
});
afterEach(cleanup);

/** The catalogue as in the browser, after serialisation as JSON. */
const descriptors = indexDescriptors(JSON.parse(JSON.stringify(catalogue.descriptors.all)));

const DOCUMENT: PipelineDocument = {
  name: 'p',
  steps: [
    { id: 'get-it', action: 'http_request', params: { url: 'https://example.org' } },
    {
      id: 'next',
      action: 'http_request',
      params: { url: 'https://example.org/' },
      depends_on: ['get-it'],
      condition: 'true',
    },
  ],
};

const REFERENCE = 'steps.get-it.output.status_code';

function open() {
  const session = openInTest(
    DOCUMENT,
    descriptors,
    <ToastProvider>
      <Inspector />
    </ToastProvider>,
  );
  act(() => session.store.select(selectSteps('next')));
  const read = () => session.store.getState().document.steps[1];
  return { session, read };
}

async function focusText(path: string, selector: string): Promise<void> {
  const find = () => document.querySelector<HTMLElement>(`[data-field="${path}"] ${selector}`);
  await waitFor(() => expect(find()).not.toBeNull(), { timeout: 60_000 });
  act(() => find()?.focus());
  await screen.findByText(/press it to insert it into/, {}, { timeout: 60_000 });
}

const insert = () =>
  fireEvent.click(screen.getByRole('button', { name: `Insert ${REFERENCE}`, hidden: true }));

describe('the data of earlier steps', () => {
  it('is inserted with braces into the parameter that had the focus last, and taken back by one undo', async () => {
    const { session, read } = open();
    await focusText('params.url', 'input:not([type="radio"]), .cm-content');
    insert();
    expect(read()?.params?.url).toContain(`{{${REFERENCE}}}`);
    act(() => session.store.undo());
    expect(read()?.params?.url).toBe('https://example.org/');
  });

  it('is an undo entry of its own, apart from the typing just before it', async () => {
    const { session, read } = open();
    await focusText('params.url', 'input:not([type="radio"]), .cm-content');
    const box = document.querySelector<HTMLInputElement>(
      '[data-field="params.url"] input:not([type="radio"])',
    );
    if (box === null) throw new Error('The URL has no input.');
    fireEvent.change(box, { target: { value: 'https://example.org/typed/' } });
    act(() => box.focus());
    insert();
    expect(read()?.params?.url).toContain(REFERENCE);
    act(() => session.store.undo());
    expect(read()?.params?.url).toBe('https://example.org/typed/');
  });

  it('is inserted without braces into a condition', async () => {
    const { read } = open();
    await focusText('condition', 'textarea, .cm-content');
    insert();
    expect(read()?.condition).toContain(REFERENCE);
    expect(read()?.condition).not.toContain('{{');
  });

  it('is dragged as a reference for fields, and with braces for other texts', () => {
    open();
    const field = screen.getByRole('button', { name: `Insert ${REFERENCE}`, hidden: true });
    const carried = new Map<string, string>();
    const event = createEvent.dragStart(field, {
      dataTransfer: { setData: (type: string, text: string) => carried.set(type, text) },
    });
    fireEvent(field, event);
    expect(carried.get(REFERENCE_TYPE)).toBe(REFERENCE);
    expect(carried.get('text/plain')).toBe(`{{${REFERENCE}}}`);
  });

  it('becomes the whole value of a control that is not text, with one undo', () => {
    const { session, read } = open();
    const method = screen.getByRole('combobox', { name: /^Method/i });
    fireEvent.drop(method, {
      dataTransfer: { types: [REFERENCE_TYPE], getData: () => REFERENCE },
    });
    expect(read()?.params?.method).toBe(`{{${REFERENCE}}}`);
    act(() => session.store.undo());
    expect(read()?.params?.method).toBeUndefined();
  });

  it('shows the values of the newest run, and inserts one with the keyboard', async () => {
    const { session, read } = open();
    const value = { status_code: 503, body: { 'retry after': 7 } };
    act(() =>
      session.samples.set({ ...NO_SAMPLES, steps: { 'get-it': { run: 4, value, shortened: false } } }),
    );
    await focusText('params.url', 'input:not([type="radio"]), .cm-content');
    const source = screen.getByText('run #4').closest('details');
    if (source === null) throw new Error('The output cannot be opened.');
    source.open = true;
    fireEvent(source, new Event('toggle'));
    const tree = screen.getByRole('tree', { name: 'Values of get-it in run 4' });
    expect(within(tree).getByText('503')).toBeDefined();
    fireEvent.keyDown(tree, { key: 'End' });
    fireEvent.keyDown(tree, { key: 'i' });
    expect(read()?.params?.url).toContain('{{steps.get-it.output.body["retry after"]}}');
  });

  it('is listed as references that can be parsed, whatever the keys are', () => {
    const schema = {
      type: 'object',
      properties: { 'content-type': {}, 'a "b"': {}, plain: { properties: { inner: {} } } },
    } as const;
    const rows = dataRows('get-it', { step: () => schema });
    expect(rows.map((row) => row.reference)).toEqual([
      'steps.get-it.output',
      'steps.get-it.output["content-type"]',
      'steps.get-it.output["a \\"b\\""]',
      'steps.get-it.output.plain',
      'steps.get-it.output.plain.inner',
    ]);
    for (const { reference } of rows) expect(() => parseExpression(reference)).not.toThrow();
  });
});
