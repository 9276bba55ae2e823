// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { PENDING_UNIT, type UnitState } from '@/engine';
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
