// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TooltipProvider } from '@/components/ui/tooltip';
import { PanelToggles } from './panel-toggles';
import { PanelsContext, usePanels } from './use-panels';

beforeEach(() => resizeTo(1440));
afterEach(cleanup);

function resizeTo(width: number) {
  window.innerWidth = width;
  act(() => void window.dispatchEvent(new Event('resize')));
}

function Desk() {
  const panels = usePanels();
  return (
    <PanelsContext value={panels}>
      <PanelToggles />
      <output>{JSON.stringify(panels.layout)}</output>
    </PanelsContext>
  );
}

const open = () =>
  render(
    <TooltipProvider>
      <Desk />
    </TooltipProvider>,
  );
const layout = () => JSON.parse(screen.getByRole('status').textContent ?? '');
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const isPressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed');

describe('the buttons for the panels', () => {
  it('close and open each panel, and the next visit remembers it', () => {
    open();
    click('Left panel');
    expect([layout().left, isPressed('Left panel')]).toEqual([0, 'false']);
    expect(window.localStorage.getItem('pipewright.panel.left')).toBe('closed');
    cleanup();
    open();
    expect(layout()).toEqual({ left: 0, inspector: 360 });
    click('Left panel');
    click('Inspector');
    expect(layout()).toEqual({ left: 264, inspector: 0 });
    click('Inspector');
    expect(layout()).toEqual({ left: 264, inspector: 360 });
  });

  it('exchange the panels at 1024 px, where the canvas has room for one', () => {
    resizeTo(1024);
    open();
    expect(layout()).toEqual({ left: 0, inspector: 360 });
    click('Left panel');
    expect(layout()).toEqual({ left: 264, inspector: 0 });
    click('Inspector');
    expect(layout()).toEqual({ left: 0, inspector: 360 });
    resizeTo(1440);
    expect(layout()).toEqual({ left: 264, inspector: 360 });
  });
});
