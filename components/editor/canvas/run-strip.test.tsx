// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { unitStatus } from '@/components/run-state/status';
import { created, journal, paused } from '@/components/run-state/testing/run-events';
import { foldEvents, PENDING_UNIT, type UnitState } from '@/engine';
import { innerStatus } from './inner-status';
import { RunStrip } from './run-strip';

afterEach(cleanup);

const unit = (part: Partial<UnitState>): UnitState => ({ ...PENDING_UNIT, ...part });

describe('the strip of a card', () => {
  it('shows the reason of a failure, and the whole message on hover', () => {
    const message =
      'params.input: steps.call.output.body.name is missing: steps.call.output.body is null. Write default(…).';
    const error = { kind: 'expression_error' as const, message, path: 'params.input' };
    render(<RunStrip unit={unit({ status: 'failed', error })} stepId="pick" status="failed" />);
    expect(screen.getByText(/^no name: call.body is null/)).toBeTruthy();
    expect(screen.getByTitle(`expression_error: ${message}`)).toBeTruthy();
    expect(screen.queryByText('expression_error')).toBeNull();
  });

  it('shows the status of a response that has an error status', () => {
    const warning = { kind: 'http_status' as const, code: '503', message: 'The response has status 503.' };
    render(<RunStrip unit={unit({ status: 'completed', warning })} stepId="call" status="warning" />);
    expect(screen.getByText('status 503')).toBeTruthy();
  });
});

describe('the strip of a paused step', () => {
  const pause = (moment: 'before' | 'failure') =>
    foldEvents(journal([0, created], [1, paused('call', { moment, attempt: 2 })])).steps.get('call');

  it.each([
    ['before', 'before attempt 2'],
    ['failure', 'after attempt 2'],
  ] as const)('says so, and where: %s', (moment, where) => {
    const shown = pause(moment);
    expect(unitStatus(shown, 'live')).toBe('paused');
    expect(unitStatus(shown, 'lost')).toBe('unknown');
    render(<RunStrip unit={shown} stepId="call" status="paused" />);
    expect(screen.getByText('Paused')).toBeTruthy();
    expect(screen.getByText(where)).toBeTruthy();
  });
});

describe('the inner card of a loop', () => {
  const loop = (...statuses: UnitState['status'][]) =>
    unit({
      status: 'completed',
      iterations: {
        as: undefined,
        action: 'log',
        params: {},
        items: statuses.map((_, index) => ({ value: index })),
        first: 0,
        total: statuses.length,
        parallel: 1,
        stopOnFailure: false,
        units: new Map(statuses.map((status, index) => [index, unit({ status })])),
      },
    });

  it('says how many iterations are paused, before what failed', () => {
    const events = journal([0, created], [1, paused('call')]);
    const pause = foldEvents(events).steps.get('call')?.pause;
    const shown = loop('failed', 'waiting', 'completed');
    const units = new Map(
      [...(shown.iterations?.units ?? [])].map(([index, each]) => [
        index,
        index === 1 ? { ...each, pause } : each,
      ]),
    );
    const iterations = shown.iterations && { ...shown.iterations, units };
    expect(innerStatus({ ...shown, iterations }, 'running')).toEqual({ status: 'paused', text: '1 paused' });
  });

  it('is failed when an iteration failed, although the loop completed', () => {
    expect(innerStatus(loop('completed', 'failed', 'completed'), 'warning')).toEqual({
      status: 'failed',
      text: '1 of 3 failed',
    });
  });

  it('counts the iterations that completed', () => {
    expect(innerStatus(loop('completed', 'completed'), 'completed')).toEqual({
      status: 'completed',
      text: '2 of 2 completed',
    });
    expect(innerStatus(undefined, 'pending')).toBeUndefined();
  });
});
