// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useLens } from '@/components/run-state/run-context';
import { TestLens } from '@/components/run-state/testing/lens';
import { completed, created, journal, started } from '@/components/run-state/testing/run-events';
import type { PipelineDocument } from '@/engine';
import { WhyDetails } from './why-details';

const document: PipelineDocument = {
  steps: [
    { id: 'first', action: 'log', params: {} },
    {
      id: 'second',
      action: 'log',
      condition: 'steps.first.output.ok == false && steps.first.output.size > 1',
    },
    { id: 'third', action: 'log', depends_on: ['second'] },
  ],
};

afterEach(cleanup);

function Focus() {
  return <output>{useLens().focus.step}</output>;
}

function show(step: string) {
  const events = journal(
    [0, created],
    [1, { type: 'run_started' }],
    [2, started('first')],
    [3, completed('first')],
    [4, { type: 'step_skipped', step: 'second', reason: 'condition_false', detail: 'true == false' }],
    [5, { type: 'step_skipped', step: 'third', reason: 'upstream_skipped', detail: 'second' }],
  );
  render(
    <TestLens events={events} document={document}>
      <WhyDetails step={step} />
      <Focus />
    </TestLens>,
  );
}

const lines = () =>
  within(screen.getByRole('list', { name: 'condition' }))
    .getAllByRole('listitem')
    .map((line) => [...line.children].map((part) => part.textContent).join(' → '));

it('shows the condition of a skipped step with the value of each operand', () => {
  show('second');
  expect(lines()).toEqual([
    'steps.first.output.ok == false && steps.first.output.size > 1 → ✕ false',
    'steps.first.output.ok == false → ✕ false',
    'steps.first.output.ok → ✓ true',
    'steps.first.output.size > 1 → not evaluated',
    'steps.first.output.size → not evaluated',
  ]);
});

it('leads to the step upstream that caused the skip', () => {
  show('third');
  expect(lines()[0]).toBe('steps.first.output.ok == false && steps.first.output.size > 1 → ✕ false');
  fireEvent.click(screen.getByRole('button', { name: 'second' }));
  expect(screen.getByRole('status').textContent).toBe('second');
});
