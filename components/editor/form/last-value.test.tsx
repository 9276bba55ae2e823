// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Json } from '@/engine';
import { showField } from './testing/show-field';

afterEach(cleanup);

const lastInputs = (it: Json) => vi.fn(async () => ({ run: 12, inputs: { it } }));

describe('the value of a parameter in the last run', () => {
  it.each([
    ['2026-11-01', '2026-11-01'],
    [{ day: 1 }, '{"day":1}'],
    ['', 'empty text'],
    ['x'.repeat(400), `${'x'.repeat(300)}…`],
  ])('is under its expression: %j', async (value, shown) => {
    showField({ schema: {}, value: '{{params.day}}', services: { lastInputs: lastInputs(value) } });
    expect((await screen.findByText(/^In run #12/)).textContent).toBe(`In run #12: ${shown}`);
  });

  it('is not under a value without templates, which is what the form shows', async () => {
    const asked = lastInputs('old');
    showField({ schema: { type: 'string' }, value: 'new', services: { lastInputs: asked } });
    expect(screen.queryByText(/In run/)).toBeNull();
    expect(asked).not.toHaveBeenCalled();
  });

  it('is not there before the first run', async () => {
    const none = vi.fn(async () => undefined);
    showField({ schema: {}, value: '{{params.day}}', services: { lastInputs: none } });
    await waitFor(() => expect(none).toHaveBeenCalled());
    expect(screen.queryByText(/In run/)).toBeNull();
  });
});
