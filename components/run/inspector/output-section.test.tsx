// @vitest-environment jsdom
import { cleanup, createEvent, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { REFERENCE_TYPE } from '@/components/pipeline-text/insert-target';
import { TestLens } from '@/components/run-state/testing/lens';
import { completed, created, journal, started } from '@/components/run-state/testing/run-events';
import type { PipelineDocument, RunEventBody } from '@/engine';
import { catalogue } from '@/engine/actions';
import { RunInspector } from '../run-inspector';

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

const planned = (action: string, iteration?: number[]): RunEventBody => ({
  type: 'iterations_planned',
  step: 'each',
  ...(iteration && { iteration }),
  attempt: 1,
  items: [{ value: 'a' }, { value: 'b' }],
  action,
  params: {},
  parallel: 1,
  stop_on_failure: true,
});

/** The expression that the line of `ok` carries when it is dragged; undefined when it cannot be dragged. */
function carried(action: string, iteration: number[], events: readonly RunEventBody[]): string | undefined {
  const document: PipelineDocument = { steps: [{ id: 'each', action, params: {} }] };
  const journaled = [created, { type: 'run_started' } as const, started('each'), ...events];
  render(
    <TestLens
      events={journal(...journaled.map((body, at) => [at, body] as const))}
      document={document}
      descriptors={catalogue.descriptors.all}
      focus={{ step: 'each', iteration, attempt: undefined }}
    >
      <RunInspector stepId="each" />
    </TestLens>,
  );
  const output = within(screen.getByRole('tree', { name: `Output of each[${iteration.join('][')}]` }));
  const line = output.getByText('true').closest('[role="treeitem"]');
  if (!(line instanceof HTMLElement)) throw new Error('The value has no line.');
  let reference: string | undefined;
  fireEvent(
    line,
    createEvent.dragStart(line, {
      dataTransfer: {
        setData: (type: string, text: string) => {
          if (type === REFERENCE_TYPE) reference = text;
        },
      },
    }),
  );
  return reference;
}

const done = (iteration: number[]) => [started('each', 1, iteration), completed('each', 1, iteration)];

it('offers the output of an iteration as later steps read it', () => {
  const events = [planned('log'), ...done([0]), ...done([1])];
  expect(carried('loop', [1], events)).toBe('steps.each.output.results[1].ok');
});

it('offers the output of an iteration of a loop in a loop', () => {
  const events = [planned('loop'), started('each', 1, [1]), planned('log', [1]), ...done([1, 0])];
  expect(carried('loop', [1, 0], events)).toBe('steps.each.output.results[1].results[0].ok');
});

it('offers no expression for a read of a wait, which its output does not list', () => {
  expect(carried('wait_until', [0], [planned('log'), ...done([0])])).toBeUndefined();
});
