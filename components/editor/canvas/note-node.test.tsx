// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import type { NodeProps } from 'reactflow';
import { afterEach, expect, it } from 'vitest';
import { patch } from '@/components/ui/observable';
import { catalogue } from '@/engine/actions';
import { openInTest } from '../form/testing/open-in-test';
import type { NoteFlowNode } from './flow-types';
import { NoteNode } from './note-node';

afterEach(cleanup);

const props: NodeProps<NoteFlowNode> = {
  ...{ id: 'note_1', type: 'note', data: { noteId: 'note_1' }, dragging: false, zIndex: 0 },
  ...{ selectable: true, deletable: true, selected: false, draggable: true, isConnectable: false },
  ...{ positionAbsoluteX: 0, positionAbsoluteY: 0 },
};

/** Opens a pipeline with an empty note, which appears after the session. */
function open(newNote: string | undefined) {
  let appear: () => void = () => undefined;
  function Canvas() {
    const [isShown, setShown] = useState(false);
    appear = () => setShown(true);
    return isShown ? <NoteNode {...props} /> : null;
  }
  const document = { steps: [], layout: { notes: [{ id: 'note_1', text: '', x: 0, y: 0 }] } };
  const session = openInTest(document, catalogue.descriptors, <Canvas />);
  patch(session.interaction, { newNote });
  act(() => appear());
  return session;
}

it('a note that was just added is opened, with the focus in its text', () => {
  const session = open('note_1');
  expect(document.activeElement?.tagName).toBe('TEXTAREA');
  expect(session.interaction.get().newNote).toBeUndefined();
});

it('an empty note that appears otherwise, such as by redo, leaves the focus where it is', () => {
  open(undefined);
  expect(screen.getByRole('group', { name: 'Note: empty' })).toBeDefined();
  expect(document.activeElement).toBe(document.body);
});
