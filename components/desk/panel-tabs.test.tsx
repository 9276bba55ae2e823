// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createSession } from '@/components/editor/session';
import { EditorProvider, useEditor } from '@/components/editor/use-editor';
import { TestLens } from '@/components/run-state/testing/lens';
import { indexDescriptors } from '@/engine';
import { DeskContext, type DeskMode } from './desk-context';
import { PanelTabs } from './panel-tabs';
import type { DeskPanel } from './panels';

afterEach(cleanup);

const descriptors = indexDescriptors([]);
const pipeline = createSession({ document: { name: 'Draft', steps: [] }, descriptors, pipelineId: 'p1' });
const pinned = createSession({
  document: { name: 'Pinned', steps: [] },
  descriptors,
  pipelineId: 'p1',
  readOnly: true,
  desk: pipeline,
});

function Search() {
  const [text, setText] = useState('');
  return <input aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} />;
}

function NameOfDocument() {
  return <p>{useEditor((state) => state.document.name)}</p>;
}

function Never(): never {
  throw new Error('A panel that nobody opened was drawn.');
}

type Id = 'search' | 'name' | 'never' | 'log';

const panels: readonly DeskPanel<Id>[] = [
  { id: 'search', title: 'Search panel', of: 'pipeline', Panel: Search },
  { id: 'name', title: 'Name', of: 'document', Panel: NameOfDocument },
  { id: 'never', title: 'Never', of: 'document', Panel: Never },
  { id: 'log', title: 'Log', of: 'run', Panel: Search },
];

interface TestDeskProps {
  mode: DeskMode;
  shown: Id | undefined;
}

function TestDesk({ mode, shown }: TestDeskProps) {
  const session = mode === 'edit' ? pipeline : pinned;
  return (
    <TestLens events={[]} document={{ steps: [] }}>
      <EditorProvider value={pipeline}>
        <DeskContext value={{ mode, session, openRun: () => {} }}>
          <PanelTabs<Id> label="Panels" panels={panels} shown={shown} onShow={() => {}} />
        </DeskContext>
      </EditorProvider>
    </TestLens>
  );
}

const search = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' });
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

describe('PanelTabs', () => {
  it('keeps what was typed while another panel, no panel or a run is shown', () => {
    const { rerender } = render(<TestDesk mode="edit" shown="search" />);
    fireEvent.change(search(), { target: { value: 'http' } });
    const elsewhere: readonly TestDeskProps[] = [
      { mode: 'edit', shown: 'name' },
      { mode: 'edit', shown: undefined },
      { mode: 'run', shown: 'name' },
    ];
    for (const props of elsewhere) {
      rerender(<TestDesk {...props} />);
      expect(screen.queryByRole('textbox')).toBeNull();
      rerender(<TestDesk mode="edit" shown="search" />);
      expect(search().value).toBe('http');
    }
  });

  it('shows the document of the canvas', () => {
    const { rerender } = render(<TestDesk mode="edit" shown="name" />);
    expect(screen.getByRole('tabpanel').textContent).toBe('Draft');
    rerender(<TestDesk mode="run" shown="name" />);
    expect(screen.getByRole('tabpanel').textContent).toBe('Pinned');
  });

  it('shows the panels of the mode', () => {
    const { rerender } = render(<TestDesk mode="edit" shown="search" />);
    expect(tabs()).toEqual(['Search panel', 'Name', 'Never']);
    for (const mode of ['run', 'read-only run'] as const) {
      rerender(<TestDesk mode={mode} shown="log" />);
      expect(tabs()).toEqual(['Name', 'Never', 'Log']);
      expect(search().value).toBe('');
    }
  });
});
