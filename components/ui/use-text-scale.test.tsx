// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useRowSize, useTextScale } from './use-text-scale';

const setSize = (size: string) =>
  act(() => {
    document.documentElement.style.fontSize = size;
    document.dispatchEvent(new Event('visibilitychange'));
  });

afterEach(() => {
  setSize('');
  cleanup();
});

describe('the text scale', () => {
  it('follows the text size of the browser when a person comes back from its settings', () => {
    const { result } = renderHook(useTextScale);
    expect(result.current).toBe(1);
    setSize('32px');
    expect(result.current).toBe(2);
    setSize('20px');
    expect(result.current).toBe(1.25);
  });

  it('is read again by the next reader after all others were removed', () => {
    const first = renderHook(useTextScale);
    first.unmount();
    document.documentElement.style.fontSize = '24px';
    expect(renderHook(useTextScale).result.current).toBe(1.5);
  });

  it('makes a list compute its places again once for each change', () => {
    const list = { measure: vi.fn() };
    renderHook(() => useRowSize(list, 20 * useTextScale()));
    expect(list.measure).not.toHaveBeenCalled();
    setSize('32px');
    expect(list.measure).toHaveBeenCalledTimes(1);
    setSize('32px');
    expect(list.measure).toHaveBeenCalledTimes(1);
  });
});
