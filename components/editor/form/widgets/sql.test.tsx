// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { showField } from '../testing/show-field';

afterEach(cleanup);

const schema = { type: 'string', widget: 'sql', reads: 'bound' } as const;

describe('the SQL field', () => {
  it('lists its bound values with expression and type', () => {
    showField({ schema, value: 'select * from t where day = {{params.day}} limit {{params.limit}}' });
    const table = screen.getByRole('table', { name: /Bound values/ });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual(['$1params.daystring', '$2params.limitinteger']);
  });

  it('has no table without templates, and no switch to an expression', () => {
    showField({ schema, value: 'select 1' });
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByRole('radio', { name: 'Expression' })).toBeNull();
  });

  it('shows the values of the last run while they still fit', async () => {
    const lastInputs = vi.fn(async () => ({
      run: 12,
      inputs: { it: { text: 'select $1', values: ['2026-11-01'] } },
    }));
    showField({ schema, value: 'select {{params.day}}', services: { lastInputs } });
    expect(await screen.findByRole('columnheader', { name: 'In run 12' })).toBeDefined();
    expect(screen.getByText('"2026-11-01"')).toBeDefined();
    expect(lastInputs).toHaveBeenCalledWith('a', 'step');
  });

  it('hides the values of a run with other templates', async () => {
    const lastInputs = vi.fn(async () => ({ run: 12, inputs: { it: { text: '$1 $2', values: [1, 2] } } }));
    showField({ schema, value: 'select {{params.day}}', services: { lastInputs } });
    await waitFor(() => expect(lastInputs).toHaveBeenCalled());
    expect(screen.queryByText(/In run/)).toBeNull();
  });

  it('warns about quotes around a template and removes them', () => {
    const { read } = showField({ schema, value: "select * from t where day = '{{params.day}}'" });
    expect(screen.getByText(/is inside quotes/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Remove quotes' }));
    expect(read()).toBe('select * from t where day = {{params.day}}');
    expect(screen.queryByText(/is inside quotes/)).toBeNull();
  });
});
