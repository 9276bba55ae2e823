// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { catalogue } from '@/engine/actions';
import type { Notice } from '../commands/command';
import { openInTest } from '../form/testing/open-in-test';
import { Inspector } from '../inspector/inspector';
import { selectSteps } from '../model/selection';
import { RemovalDialog } from './removal-dialog';

afterEach(cleanup);

function open() {
  const notices: Notice[] = [];
  const session = openInTest(
    {
      steps: [
        { id: 'call', name: 'Call', action: 'http_request', params: { url: 'https://example.org' } },
        { id: 'save', name: 'Save', action: 'log', params: { message: '{{steps.call.output}}' } },
        { id: 'end', name: 'End', action: 'log', params: { message: 'Done' }, depends_on: ['save'] },
      ],
      outputs: { status: '{{steps.call.output.status_code}}' },
    },
    catalogue.descriptors,
    <>
      <Inspector />
      <RemovalDialog />
    </>,
    (notice) => notices.push(notice),
  );
  onTestFinished(session.flow.start());
  const ids = () => session.store.getState().document.steps.map(({ id }) => id);
  return { session, notices, ids };
}

describe('the deletion of a step that other fields read', () => {
  it('lists the fields, and deletes the step once that is confirmed', () => {
    const { session, notices, ids } = open();
    act(() => session.store.select(selectSteps('call', 'end')));
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(ids()).toEqual(['call', 'save', 'end']);
    expect(screen.getByRole('dialog', { name: 'Delete 2 steps?' }).textContent).toContain(
      '2 references to these steps will be invalid.',
    );
    expect(screen.getByRole('button', { name: 'Save params.message' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Pipeline outputs.status' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(ids()).toEqual(['save']);
    act(() => notices.at(-1)?.action?.onSelect());
    expect(ids()).toEqual(['call', 'save', 'end']);
  });

  it('changes nothing when it is cancelled', () => {
    const { session, ids } = open();
    act(() => session.store.select(selectSteps('call', 'end')));
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(ids()).toEqual(['call', 'save', 'end']);
  });

  it('asks nothing where steps only run after it', () => {
    const { session, notices, ids } = open();
    act(() => session.store.select(selectSteps('save', 'end')));
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(ids()).toEqual(['call']);
    expect(notices.at(-1)?.title).toBe('Deleted 2 steps');
  });
});

describe('the panel of several selected steps', () => {
  it('has copy, duplicate, arrange, and buttons that align', () => {
    const { session } = open();
    act(() => session.store.select(selectSteps('call', 'save', 'end')));
    for (const name of ['Copy', 'Duplicate', 'Arrange', 'Align left', 'Distribute vertically']) {
      expect(screen.getByRole('button', { name }).hasAttribute('disabled'), name).toBe(false);
    }
    fireEvent.click(screen.getByRole('button', { name: 'Align left' }));
    const places = Object.values(session.store.getState().document.layout?.steps ?? {});
    expect(new Set(places.map(({ x }) => x)).size).toBe(1);
  });

  it('cannot distribute two', () => {
    const { session } = open();
    act(() => session.store.select(selectSteps('call', 'save')));
    expect(screen.getByRole('button', { name: 'Distribute vertically' }).hasAttribute('disabled')).toBe(true);
  });
});
