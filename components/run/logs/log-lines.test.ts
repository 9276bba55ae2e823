import { describe, expect, it } from 'vitest';
import { created, journal, paused } from '@/components/run-state/testing/run-events';
import type { LogLevel, RunEventBody } from '@/engine';
import { ALL_LOGS, createLogBook, filterLogs, logText } from './log-lines';

const log = (step: string, level: LogLevel, message: string, iteration?: number[]): RunEventBody => ({
  type: 'step_logged',
  step,
  ...(iteration ? { iteration } : {}),
  attempt: 1,
  level,
  message,
});

const events = journal(
  [0, created],
  [1, log('fetch', 'info', 'POST /v2/score')],
  [2, log('score', 'debug', 'Connected', [6])],
  [3, log('fetch', 'warning', 'No bytes for 10 s')],
  [4, log('fetch', 'error', 'Timeout after 15 s')],
);

function lines() {
  const book = createLogBook();
  book.update(events);
  return book.lines();
}

describe('the log of a run', () => {
  it('contains the lines of all steps in order of time', () => {
    expect(lines().map((line) => line.message)).toEqual([
      'POST /v2/score',
      'Connected',
      'No bytes for 10 s',
      'Timeout after 15 s',
    ]);
  });

  it('says where the run paused, why, and what a person decided', () => {
    const book = createLogBook();
    const edge = { id: 'b', at: { from: 'fetch', to: 'score' }, when: 'before', enabled: true } as const;
    book.update(
      journal(
        [0, created],
        [1, paused('score', { breakpoint: edge })],
        [
          2,
          {
            type: 'pause_answered',
            step: 'score',
            attempt: 1,
            pause: 2,
            decision: 'continue',
            inputs: { value: {} },
          },
        ],
        [3, paused('score', { moment: 'failure', cause: 'failure', breakpoint: undefined })],
        [4, { type: 'pause_answered', step: 'score', attempt: 1, pause: 4, decision: 'skip' }],
      ),
    );
    expect(book.lines().map(({ step, level, message }) => `${step} ${level} ${message}`)).toEqual([
      'score info Paused before the attempt: breakpoint on edge fetch → score',
      'score info Continued with edited inputs',
      'score info Paused on failure: pause on any failure',
      'score info Skipped',
    ]);
  });

  it('is a new list only when lines were added', () => {
    const book = createLogBook();
    book.update(events);
    const before = book.lines();
    book.update(events);
    expect(book.lines()).toBe(before);
  });

  it('can be filtered by minimum level, step and text', () => {
    const messages = (filter: Partial<typeof ALL_LOGS>) =>
      filterLogs(lines(), { ...ALL_LOGS, ...filter }).map((line) => line.message);
    expect(messages({ level: 'warning' })).toEqual(['No bytes for 10 s', 'Timeout after 15 s']);
    expect(messages({ step: 'score' })).toEqual(['Connected']);
    expect(messages({ needle: ' TIMEOUT ' })).toEqual(['Timeout after 15 s']);
  });

  it('is exported as text with the step of each line', () => {
    expect(logText(lines()).split('\n')[1]).toBe('2026-11-20T14:02:11.002Z debug   score[6] #1 Connected');
  });
});
