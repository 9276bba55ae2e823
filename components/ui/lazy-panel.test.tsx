// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { LazyPanel } from './lazy-panel';
import { lazyPart } from './use-lazy';

afterEach(cleanup);

/** A panel whose code can be loaded from its nth attempt on. */
async function open(loadedFrom: number) {
  let attempts = 0;
  const part = lazyPart<{ name: string }>(async () => {
    attempts += 1;
    if (attempts < loadedFrom) throw new Error('Failed to load chunk');
    return ({ name }) => <p>Table of {name}</p>;
  });
  await act(async () => render(<LazyPanel part={part} what="the table" props={{ name: 'orders' }} />));
  return { attempts: () => attempts };
}

it('shows the part once it is loaded', async () => {
  await open(1);
  expect(screen.getByText('Table of orders')).toBeDefined();
});

it('says that the part could not be loaded, and loads it again', async () => {
  const { attempts } = await open(3);
  expect(screen.getByRole('alert').textContent).toContain('The page could not load the table.');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(screen.getByRole('alert')).toBeDefined();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(screen.getByText('Table of orders')).toBeDefined();
  expect(attempts()).toBe(3);
});

it('loads the part again when the browser is online again', async () => {
  await open(2);
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(screen.getByText('Table of orders')).toBeDefined();
});

it('shows another part at the same place with its own properties', async () => {
  const table = lazyPart<{ rows: string[] }>(async () => ({ rows }) => <p>{rows.join()}</p>);
  const plot = lazyPart<{ title: string }>(async () => ({ title }) => <p>{title}</p>);
  const shown = await act(async () =>
    render(<LazyPanel part={table} what="the table" props={{ rows: ['a', 'b'] }} />),
  );
  expect(screen.getByText('a,b')).toBeDefined();
  await act(async () => shown.rerender(<LazyPanel part={plot} what="the plot" props={{ title: 'Plot' }} />));
  expect(screen.getByText('Plot')).toBeDefined();
});
