// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TryFunctionAnswer } from '@/lib/contracts/functions';
import type { FormServices } from '../form-context';
import { showField } from '../testing/show-field';

// The field loads its editor when it is first shown. No test should wait for that.
beforeAll(() => import('../../code/code-mirror-script'));
afterEach(cleanup);

const schema = { type: 'string', widget: 'code', reads: 'deferred' } as const;

function open(tryFunction?: FormServices['tryFunction'], operation = 'map') {
  return showField({
    schema,
    name: 'function',
    value: '(item) => item.name',
    siblings: { operation },
    services: tryFunction === undefined ? {} : { tryFunction },
  });
}

async function answered(answer: TryFunctionAnswer) {
  const tryFunction = vi.fn(async () => answer);
  open(tryFunction);
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: /Test with data/ }));
  });
  return tryFunction;
}

describe('the function field', () => {
  it('shows the signature of the function by its operation', () => {
    open();
    expect(screen.getByText('(item, index) => …')).toBeDefined();
    cleanup();
    open(undefined, 'reduce');
    expect(screen.getByText('(acc, item, index) => …')).toBeDefined();
  });

  it('has no trial without a server', () => {
    open();
    expect(screen.queryByRole('button', { name: /Test with data/ })).toBeNull();
  });

  it('shows input, output and duration', async () => {
    const tryFunction = await answered({
      status: 'done',
      from: 'run 7',
      input: [{ name: 'a' }, { name: 'b' }],
      output: ['a', 'b'],
      ms: 3.4,
    });
    expect(tryFunction).toHaveBeenCalledWith({
      stepId: 'a',
      params: { operation: 'map', function: '(item) => item.name' },
    });
    expect(screen.getByText('2 items in, 2 items out, 3 ms')).toBeDefined();
    expect(screen.getByRole('region', { name: 'Input, from run 7' })).toBeDefined();
    expect(screen.getByRole('region', { name: 'Output' })).toBeDefined();
  });

  it('says that there is no run yet', async () => {
    await answered({ status: 'no_data', message: 'This pipeline has not run yet.' });
    expect(screen.getByText('This pipeline has not run yet.')).toBeDefined();
  });

  it('shows the line and the reason of a failure', async () => {
    await answered({ status: 'failed', message: 'item.name is not a function', line: 2 });
    expect(screen.getByText('Line 2: item.name is not a function')).toBeDefined();
  });

  it('waits for the result without blocking the field', async () => {
    let answer: (value: TryFunctionAnswer) => void = () => {};
    open(() => new Promise((resolve) => (answer = resolve)));
    fireEvent.click(screen.getByRole('button', { name: /Test with data/ }));
    expect(screen.getByText('Running…')).toBeDefined();
    expect(screen.getByRole('button', { name: /Test with data/ })).toHaveProperty('disabled', true);
    await act(async () => answer({ status: 'failed', message: 'No.' }));
    expect(screen.getByText('No.')).toBeDefined();
  });

  it('says so when the server cannot be reached', async () => {
    open(async () => {
      throw new Error('offline');
    });
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: /Test with data/ }));
    });
    expect(screen.getByText(/cannot be reached/)).toBeDefined();
  });

  it('marks an error after a pause of typing', async () => {
    showField({ schema, name: 'function', value: '(item) => {', siblings: { operation: 'map' } });
    expect(await screen.findByText(/incomplete/)).toBeDefined();
  });
});
