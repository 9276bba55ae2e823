// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TestLens } from '@/components/run-state/testing/lens';
import {
  completed,
  created,
  failed,
  journal,
  START,
  started,
} from '@/components/run-state/testing/run-events';
import { useStepRun } from '@/components/run-state/use-run';
import { stopClock } from '@/components/ui/testing/stop-clock';
import type { PipelineDocument, RunEvent } from '@/engine';
import { LogsPanel } from '../logs-panel';
import { PastBanner } from '../past-banner';
import { TimelinePanel } from '../timeline-panel';
import { offsetText } from './instant-text';
import { Scrubber } from './scrubber';
import { played } from './use-playback';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const document: PipelineDocument = {
  steps: [
    { id: 'load', name: 'Load', action: 'log' },
    { id: 'score', name: 'Score', action: 'log', depends_on: ['load'] },
  ],
};
const line = (message: string) =>
  ({ type: 'step_logged', step: 'load', attempt: 1, level: 'info', message }) as const;
const events = journal(
  [0, created],
  [0, { type: 'run_started' }],
  [100, started('load')],
  [200, line('first line')],
  [900, line('second line')],
  [1000, completed('load')],
  [1500, started('score')],
  [2000, failed('score')],
  [2100, { type: 'run_failed', error: { kind: 'timeout', message: 'No answer.' }, outputs: {} }],
);

function Status() {
  return <output>{useStepRun('score')?.status ?? 'pending'}</output>;
}

function show(list: readonly RunEvent[] = events) {
  render(
    <TestLens events={list} document={document}>
      <PastBanner />
      <Scrubber />
      <Status />
      <TimelinePanel />
      <LogsPanel />
    </TestLens>,
  );
  const slider = screen.getByRole('slider', { name: 'Shown instant' });
  return { slider, press: (key: string) => fireEvent.keyDown(slider, { key }) };
}
const text = (slider: HTMLElement) => slider.getAttribute('aria-valuetext');
const status = () => screen.getByRole('status').textContent;

describe('the scrubber', () => {
  it('moves between transitions with arrow keys, and canvas, timeline and log show that instant', () => {
    const { slider, press } = show();
    expect(text(slider)).toBe('+0:02.1 of +0:02.1, Run failed');
    press('ArrowLeft');
    expect(text(slider)).toBe('+0:02.0 of +0:02.1, Score failed');
    press('ArrowLeft');
    expect(text(slider)).toBe('+0:01.5 of +0:02.1, Score running');
    expect(status()).toBe('running');
    expect(screen.getByRole('button', { name: /^Score, running/ })).toBeTruthy();
    press('ArrowLeft');
    expect(status()).toBe('pending');
    press('ArrowLeft');
    expect(text(slider)).toBe('+0:00.1 of +0:02.1, Load running');
    expect(screen.queryByText('first line')).toBeNull();
    expect(screen.getByRole('button', { name: /^Score, pending/ })).toBeTruthy();
    press('ArrowRight');
    expect(text(slider)).toBe('+0:01.0 of +0:02.1, Load completed');
  });

  it('goes to the start and to the end, and says that a past instant is shown', () => {
    const { slider, press } = show();
    expect(screen.queryByRole('region', { name: 'Past instant' })).toBeNull();
    press('Home');
    expect(text(slider)).toBe('+0:00.0 of +0:02.1, Run running');
    expect(screen.getByRole('region', { name: 'Past instant' }).textContent).toContain('+0:00.0 of +0:02.1');
    press('End');
    expect(screen.queryByRole('region', { name: 'Past instant' })).toBeNull();
    expect(status()).toBe('failed');
  });

  it('follows the pointer, and the right end is the newest state', () => {
    vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
      callback(0);
      return 1;
    });
    const { slider } = show();
    slider.setPointerCapture = () => {};
    slider.hasPointerCapture = () => true;
    vi.spyOn(slider, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 210, 28));
    const drag = (clientX: number) =>
      fireEvent(slider, new MouseEvent('pointermove', { clientX, bubbles: true }));
    drag(260);
    expect(text(slider)).toBe('+0:01.6 of +0:02.1, Score running');
    drag(500);
    expect(status()).toBe('failed');
    vi.unstubAllGlobals();
  });

  it('plays to the end, from the start at first', () => {
    vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
    const { slider, press } = show();
    fireEvent.change(screen.getByRole('combobox', { name: 'Speed' }), { target: { value: '2' } });
    press(' ');
    expect(screen.getByRole('button', { name: 'Stop playing' })).toBeTruthy();
    act(() => void vi.advanceTimersByTime(600));
    expect(text(slider)).toContain('Load completed');
    act(() => void vi.advanceTimersByTime(1000));
    expect(status()).toBe('failed');
    expect(screen.getByRole('button', { name: 'Play the run' })).toBeTruthy();
  });

  it('of an active run returns to live', () => {
    stopClock(START + 5000);
    const { press } = show(events.slice(0, 7));
    expect(screen.getByRole('button', { name: 'Live' }).getAttribute('aria-pressed')).toBe('true');
    press('ArrowLeft');
    press('ArrowLeft');
    expect(screen.getByRole('button', { name: 'Live' }).getAttribute('aria-pressed')).toBe('false');
    fireEvent.click(screen.getByRole('button', { name: 'Back to live' }));
    expect(status()).toBe('running');
  });
});

it('skips idle time when it plays', () => {
  const axis = { from: START, reached: START + 100_000, idle: [{ from: START + 1000, to: START + 90_000 }] };
  expect(played(500, 100, axis)).toBe(600);
  expect(played(990, 100, axis)).toBe(90_000);
  expect(played(90_000, 9000, axis)).toBe(99_000);
  expect(played(99_000, 1000, axis)).toBeUndefined();
});

it('writes offsets with tenths of a second', () => {
  expect([0, 37_812, 161_300, 3_761_350].map(offsetText)).toEqual([
    '+0:00.0',
    '+0:37.8',
    '+2:41.3',
    '+1:02:41.4',
  ]);
});
