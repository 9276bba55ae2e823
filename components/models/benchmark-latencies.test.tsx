// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { BenchmarkLatencies } from './benchmark-latencies';

afterEach(cleanup);

const output = {
  ...{ latency_p50: 21.4, latency_p99: 412.3, throughput: 46, completed: 4, failed: 0 },
  latency_histogram: [
    { up_to_ms: 120, count: 3 },
    { up_to_ms: 220, count: 0 },
    { up_to_ms: 420, count: 1 },
  ],
};

test('a benchmark shows its latencies as bars, with the percentiles in words', () => {
  const { container } = render(<BenchmarkLatencies output={output} />);
  expect(screen.getByRole('figure').textContent).toContain('Latency of 4 requestsp50 21.4 msp99 412 ms');
  const items = within(screen.getByRole('list', { name: 'Requests by latency' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'up to 120 ms: 3 requests',
    'up to 420 ms: 1 request',
  ]);
  expect([...container.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')))).toEqual([
    48, 0, 16,
  ]);
});

test('a percentile that was not chosen has no line', () => {
  const { container } = render(<BenchmarkLatencies output={{ ...output, latency_p99: null }} />);
  expect(container.querySelectorAll('line')).toHaveLength(1);
  expect(screen.queryByText(/p99/)).toBeNull();
});

test('latencies that are all the same are one bar', () => {
  const same = { ...output, latency_histogram: [{ up_to_ms: 7, count: 2 }] };
  const { container } = render(<BenchmarkLatencies output={same} />);
  expect(container.querySelectorAll('rect')).toHaveLength(1);
});

test.each([[null], ['text'], [{ latency_p50: 1 }], [{ ...output, latency_histogram: undefined }]])(
  'other outputs, such as %j, show nothing',
  (other) => {
    const { container } = render(<BenchmarkLatencies output={other} />);
    expect(container.innerHTML).toBe('');
  },
);
