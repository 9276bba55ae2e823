// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { createSession } from '@/components/editor/session';
import { EditorProvider } from '@/components/editor/use-editor';
import { TestLens } from '@/components/run-state/testing/lens';
import { indexDescriptors } from '@/engine';
import { DeskContext } from './desk-context';
import { Dock } from './dock';

beforeAll(() => {
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});
afterEach(cleanup);

const inset = () => document.documentElement.style.getPropertyValue('--toast-inset');

it('keeps messages above it, open or closed', async () => {
  const session = createSession({
    document: { name: 'Draft', steps: [] },
    descriptors: indexDescriptors([]),
    pipelineId: 'p1',
  });
  const { unmount } = render(
    <TestLens events={[]} document={{ steps: [] }}>
      <EditorProvider value={session}>
        <DeskContext value={{ mode: 'run', session, openRun: () => {} }}>
          <Dock />
        </DeskContext>
      </EditorProvider>
    </TestLens>,
  );
  await act(async () => {});
  const toggle = () => screen.getByRole('button', { name: /(Open|Close) dock/ });
  if (toggle().getAttribute('aria-expanded') === 'true') fireEvent.click(toggle());
  expect(inset()).toBe('33px');
  await act(async () => fireEvent.click(toggle()));
  const { height } = screen.getByRole('region', { name: 'Dock' }).style;
  expect(inset()).toBe(height);
  unmount();
  expect(inset()).toBe('');
});
