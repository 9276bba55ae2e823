// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Json } from '@/engine';
import { NO_SAMPLES } from '../model/samples';
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

  it('is the value with samples, before the first run and when it would be another one now', async () => {
    const { session } = showField({
      schema: {},
      value: '{{params.day}}, {{params.limit}}',
      services: { lastInputs: lastInputs('Monday, 3') },
    });
    await screen.findByText(/^In run #12/);
    act(() => session.samples.set({ ...NO_SAMPLES, params: { day: 'Monday' }, typed: { limit: 3 } }));
    expect(screen.getByText(/^In run #12/).textContent).toBe('In run #12: Monday, 3');
    act(() => session.samples.set({ ...NO_SAMPLES, params: { day: 'Monday' }, typed: { limit: 4 } }));
    expect(screen.getByText(/^Preview/).textContent).toBe('Preview: Monday, 4');
  });

  it('is that of the chosen iteration for what a loop passes on, with the item at hand', async () => {
    const asked = vi.fn(async () => ({ run: 12, iteration: 2, inputs: { action: 'Ada 2' } }));
    const { session } = showField({
      name: 'action_params',
      schema: { type: 'object', widget: 'action_params' },
      value: { action: '{{item.name}} {{index}}' },
      siblings: { action: 'probe' },
      services: { lastInputs: asked },
    });
    expect((await screen.findByText(/^In run #12/)).textContent).toBe('In run #12, iteration 3: Ada 2');
    expect(asked).toHaveBeenCalledWith('a', 'iteration');
    const loop = { step: 'a', index: 4, item: { name: 'Bob' }, shortened: false };
    act(() => session.samples.set({ ...NO_SAMPLES, loop }));
    expect(screen.getByText(/^Preview/).textContent).toBe('Preview: Bob 4');
    act(() => session.samples.set({ ...NO_SAMPLES, loop: { ...loop, shortened: true } }));
    expect(screen.queryByText(/^Preview/)).toBeNull();
    act(() => session.samples.set({ ...NO_SAMPLES, loop: { ...loop, step: 'other' } }));
    expect(screen.queryByText(/^Preview/)).toBeNull();
  });

  it('is not computed from an output of which parts are left out', () => {
    const { session } = showField({ schema: {}, value: '{{size(steps.b.output)}}' });
    const show = (shortened: boolean) =>
      act(() => session.samples.set({ ...NO_SAMPLES, steps: { b: { run: 1, value: [1, 2], shortened } } }));
    show(false);
    expect(screen.getByText(/^Preview/).textContent).toBe('Preview: 2');
    show(true);
    expect(screen.queryByText(/^Preview/)).toBeNull();
  });
});
