// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JsonTree } from '@/components/json-tree/json-tree';
import { LineageButton } from '@/components/pipeline-text/lineage-button';
import { TestLens } from '@/components/run-state/testing/lens';
import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { runPipeline } from '@/engine/testing/run-pipeline';
import { handleKey } from '../commands/keys';
import { openInTest } from '../form/testing/open-in-test';
import { selectSteps } from '../model/selection';
import { LineagePanel } from './lineage-panel';

const document: PipelineDocument = {
  params: { region: { type: 'string', default: 'north' } },
  steps: [
    { id: 'get', action: 'log', params: { message: 'from {{params.region}}' } },
    { id: 'tell', action: 'log', params: { message: '{{steps.get.output.message}}' } },
    { id: 'other', action: 'log', params: { message: 'x' } },
  ],
};

beforeEach(() => {
  // Jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

const rows = (name: string) =>
  within(within(screen.getByRole('region', { name })).getByRole('list')).getAllByRole('listitem');
const texts = (name: string) => rows(name).map((row) => row.textContent);

describe('the lineage of a value while editing', () => {
  function open() {
    return openInTest(
      document,
      catalogue.descriptors,
      <>
        <LineageButton value="steps.tell.params.message" of="Message" />
        <LineagePanel />
      </>,
    );
  }
  const show = () => fireEvent.click(screen.getByRole('button', { name: 'Lineage of Message' }));

  it('lists where the value comes from and what reads it', () => {
    open();
    show();
    expect(texts('Sources')).toEqual([
      '●tell.params.message{{steps.get.output.message}}read from',
      '←get.output.messageread from',
      '←get.params.messagefrom {{params.region}}computed from',
      '←params.regionrun parameter',
    ]);
    expect(texts('Used by')).toEqual(['→tell.output.message']);
  });

  it('highlights the steps and the edges between them, and selects the step of an entry', () => {
    const session = open();
    show();
    const { steps, pairs } = session.lights.get() ?? { steps: new Map(), pairs: new Set() };
    expect([...steps]).toEqual([
      ['tell', 'value'],
      ['get', 'origin'],
    ]);
    expect([...pairs]).toEqual(['get tell']);
    fireEvent.click(screen.getByRole('button', { name: 'get.output.message' }));
    expect(session.store.getState().selection.steps).toEqual(['get']);
  });

  it('takes the focus, and returns it when Escape closes it', () => {
    const session = open();
    const button = screen.getByRole('button', { name: 'Lineage of Message' });
    button.focus();
    show();
    expect(globalThis.document.activeElement?.getAttribute('aria-label')).toBe(
      'Lineage of steps.tell.params.message',
    );
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(screen.queryByRole('heading', { name: 'Sources' })).toBeNull();
    expect(session.lights.get()).toBeUndefined();
    expect(globalThis.document.activeElement).toBe(button);
  });

  it('says that nothing reads a value, and lists only direct readers on request', () => {
    const session = open();
    act(() => session.interaction.set({ ...session.interaction.get(), traced: 'steps.other.output' }));
    expect(screen.getByText('No parameter, condition or output reads this value.')).toBeDefined();
    act(() => session.interaction.set({ ...session.interaction.get(), traced: 'params.region' }));
    expect(rows('Used by')).toHaveLength(4);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Direct readers only' }));
    expect(texts('Used by')).toEqual(['→get.params.messagefrom {{params.region}}']);
  });
});

it('is a command of the selected step', () => {
  const session = openInTest(document, catalogue.descriptors, <LineagePanel />);
  const context = { session, lens: false, notify: () => {}, startRun: () => {}, exitLens: () => {} };
  const onCanvas = { onCanvas: true, inText: false, inOverlay: false, inOutline: false, nowhere: false };
  const w = { key: 'w', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  expect(handleKey(w, onCanvas, context)).toBe(false);
  act(() => session.store.select(selectSteps('get')));
  act(() => expect(handleKey(w, onCanvas, context)).toBe(true));
  expect(screen.getByRole('region', { name: 'Lineage of steps.get.output' })).toBeDefined();
});

describe('the lineage of a value of a run', () => {
  it('begins with a key in the tree of the output, and shows the values of the run', async () => {
    const { journal } = await runPipeline({ document });
    const session = openInTest(
      document,
      catalogue.descriptors,
      <TestLens events={journal.events} document={document} descriptors={catalogue.descriptors.all}>
        <JsonTree
          value={{ message: 'from north' }}
          label="Output of tell"
          base="steps.tell.output"
          isReference
        />
        <LineagePanel />
      </TestLens>,
    );
    fireEvent.keyDown(screen.getByRole('tree'), { key: 'w' });
    expect(session.interaction.get().traced).toBe('steps.tell.output.message');
    expect(texts('Sources')[2]).toBe('←get.output.message"from north"read from');
    expect(texts('Sources')[4]).toBe('←params.region"north"run parameter');
  });
});
