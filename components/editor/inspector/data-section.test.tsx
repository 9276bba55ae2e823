// @vitest-environment jsdom
import { act, cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { indexDescriptors, type PipelineDocument, parseExpression } from '@/engine';
import { catalogue } from '@/engine/actions';
import { REFERENCE_TYPE } from '../expression-input/insert-reference';
import { openInTest } from '../form/testing/open-in-test';
import { selectSteps } from '../model/selection';
import { dataRows } from './data-section';
import { Inspector } from './inspector';

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
  const session = openInTest(DOCUMENT, descriptors, <Inspector />);
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
