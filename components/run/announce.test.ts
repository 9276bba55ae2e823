import { describe, expect, it } from 'vitest';
import {
  completed,
  created,
  failed,
  journal,
  paused,
  started,
} from '@/components/run-state/testing/run-events';
import { foldEvents } from '@/engine';
import { announcement } from './announce';

const stepIds = ['fetch', 'deploy', 'limit', 'check', 'report'];
const events = journal(
  [0, created],
  [1, { type: 'run_started' }],
  [2, started('fetch')],
  [3, started('deploy', 3)],
  [4, completed('fetch')],
  [5, failed('deploy', 3)],
  [6, { type: 'step_skipped', step: 'limit', reason: 'upstream_failed', detail: 'deploy' }],
);

function announce(from: number, to: number): string | undefined {
  return announcement({
    events: events.slice(from, to),
    state: foldEvents(events.slice(0, to)),
    stepIds,
    title: (step) => (step === 'deploy' ? 'Deploy canary' : step),
  });
}

describe('what is announced', () => {
  it('is the failure with its attempts, and the progress of the run', () => {
    expect(announce(5, 6)).toBe('Deploy canary failed after 3 attempts. 1 done, 1 failed, 3 pending.');
  });

  it('is one message for a whole burst', () => {
    expect(announce(4, 7)).toBe(
      'Deploy canary failed after 3 attempts. fetch completed. limit was skipped. 1 done, 1 failed, 1 skipped, 2 pending.',
    );
  });

  it('is undefined when nothing ended', () => {
    expect(announce(0, 4)).toBeUndefined();
  });

  it('contains loops, but no single iterations', () => {
    const loop = journal([0, created], [1, started('loop')], [2, completed('loop', 1, [0])]);
    const said = announcement({ events: loop, state: foldEvents(loop), stepIds, title: (step) => step });
    expect(said).toBeUndefined();
  });

  it('is every pause at a breakpoint, also of an iteration', () => {
    const pauses = journal(
      [0, created],
      [1, paused('deploy')],
      [2, paused('loop', { iteration: [4], moment: 'failure' })],
    );
    const said = announcement({
      ...{ events: pauses, state: foldEvents(pauses), stepIds },
      title: (step) => (step === 'deploy' ? 'Deploy canary' : step),
    });
    expect(said).toMatch(/^Paused before Deploy canary\. Paused on failure of loop, iteration 5\./);
  });

  it('counts instead of listing when many end together', () => {
    const many = journal([0, created], ...stepIds.map((step, i) => [i + 1, completed(step)] as const));
    const said = announcement({ events: many, state: foldEvents(many), stepIds, title: (step) => step });
    expect(said).toMatch(/^5 steps completed\./);
  });
});
