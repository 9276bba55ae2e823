// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { TestLens } from '@/components/run-state/testing/lens';
import { created, journal } from '@/components/run-state/testing/run-events';
import { type ActionDescriptor, type JsonObject, MASK } from '@/engine';
import { RunInspector } from '../run-inspector';

beforeAll(() => {
  // Browser functions that jsdom lacks.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});
afterEach(cleanup);

const probe: ActionDescriptor = {
  type: 'probe',
  aliases: [],
  spellings: {},
  title: 'Probe',
  description: '',
  icon: 'database',
  sentence: '',
  category: 'integration',
  kind: 'effect',
  effect: 'read',
  idempotent: true,
  terminal: false,
  params: { type: 'object', properties: { query: { type: 'string', widget: 'sql', reads: 'bound' } } },
  output: {},
};

function show(inputs: JsonObject) {
  const events = journal(
    [0, created],
    [1, { type: 'run_started' }],
    [2, { type: 'step_started', step: 'load', attempt: 1, action: 'probe', inputs: { value: inputs } }],
  );
  const query = 'select * from t where day = {{params.day}} and key = {{secrets.key}}';
  render(
    <TestLens
      events={events}
      document={{ steps: [{ id: 'load', action: 'probe', params: { query } }] }}
      focus={{ step: 'load', iteration: [], attempt: undefined }}
      descriptors={[probe]}
    >
      <RunInspector stepId="load" />
    </TestLens>,
  );
}

it('shows the sent SQL and its bound values, with secrets masked', () => {
  show({ query: { text: 'select * from t where day = $1 and key = $2', values: ['2026-11-01', MASK] } });
  expect(screen.getByText('select * from t where day = $1 and key = $2')).toBeDefined();
  const rows = within(screen.getByRole('table', { name: 'Bound values: query of load' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent?.trim())).toEqual(['$1"2026-11-01"', '$2masked, never stored']);
});

it('shows SQL without bound values unchanged', () => {
  show({ query: 'select 1' });
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByText('"select 1"')).toBeDefined();
});
