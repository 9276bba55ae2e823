// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { TimelineLines } from './timeline-lines';

afterEach(cleanup);

function show(count: number) {
  render(
    <TimelineLines count={count}>
      {(index) => <button type="button">{`line ${index}`}</button>}
    </TimelineLines>,
  );
}

describe('the lines of a timeline', () => {
  it('are rendered only where they can be seen', () => {
    show(1000);
    expect(screen.getByRole('button', { name: 'line 0' })).toBeTruthy();
    expect(screen.getAllByRole('button').length).toBeLessThan(60);
  });

  it('are reached with the arrow keys, with Home and with End', () => {
    show(20);
    const focused = () => document.activeElement?.textContent;
    screen.getByRole('button', { name: 'line 0' }).focus();
    for (const [key, name] of [
      ['ArrowDown', 'line 1'],
      ['End', 'line 19'],
      ['ArrowUp', 'line 18'],
      ['Home', 'line 0'],
      ['ArrowUp', 'line 0'],
    ]) {
      fireEvent.keyDown(document.activeElement ?? document, { key });
      expect(focused(), key).toBe(name);
    }
  });
});
