// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TestLens } from '@/components/run-state/testing/lens';
import {
  completed,
  created,
  type JournalLine,
  journal,
  started,
} from '@/components/run-state/testing/run-events';
import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { CancelButton } from './cancel-button';

afterEach(cleanup);

const call = (id: string, method: string) => ({
  id,
  action: 'http_request',
  params: { url: 'https://service.test', method },
});
const document: PipelineDocument = {
  steps: [call('look', 'GET'), call('order', 'POST'), call('pay', 'POST')],
};

function show(...events: readonly JournalLine[]) {
  const onCancel = vi.fn();
  render(
    <TestLens
      events={journal([0, created], [1, { type: 'run_started' }], ...events)}
      document={document}
      descriptors={catalogue.descriptors.all}
    >
      <CancelButton busy={false} disabled={false} onCancel={onCancel} />
    </TestLens>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Cancel run' }));
  return onCancel;
}

it('cancels at once while no step runs that changes anything', () => {
  const onCancel = show([2, started('order')], [3, completed('order')], [4, started('look')]);
  expect(onCancel).toHaveBeenCalledOnce();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('asks first while a step runs that writes, and names it', () => {
  const onCancel = show([2, started('look')], [3, started('order')]);
  expect(onCancel).not.toHaveBeenCalled();
  expect(screen.getByRole('alertdialog').textContent).toMatch(/“HTTP request” may already have changed/);
  fireEvent.click(screen.getByRole('button', { name: 'Keep running' }));
  expect(onCancel).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel run' }));
  const confirm = screen.getByRole('alertdialog').querySelectorAll('button');
  fireEvent.click([...confirm].find(({ textContent }) => textContent === 'Cancel run') ?? fail());
  expect(onCancel).toHaveBeenCalledOnce();
});

function fail(): never {
  throw new Error('The dialog has no button that cancels the run.');
}
