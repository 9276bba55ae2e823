// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TestLens } from '@/components/run-state/testing/lens';
import { useTimelineHeight } from './use-timeline-height';

afterEach(cleanup);

function Height() {
  return <p>{String(useTimelineHeight())}</p>;
}

it('is the height of the axis and a row for each step', () => {
  const steps = ['a', 'b', 'c'].map((id) => ({ id, action: 'log' }));
  const shown = render(
    <TestLens events={[]} document={{ steps }}>
      <Height />
    </TestLens>,
  );
  expect(shown.container.textContent).toBe('92');
});

it('is unknown without a run', () => {
  expect(render(<Height />).container.textContent).toBe('undefined');
});
