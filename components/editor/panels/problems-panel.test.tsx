// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { catalogue } from '@/engine/actions';
import { openInTest } from '../form/testing/open-in-test';
import { Inspector } from '../inspector/inspector';
import { ProblemsPanel } from './problems-panel';

afterEach(cleanup);

const { descriptors } = catalogue;

describe('the problems panel', () => {
  it('says when there are no problems', () => {
    openInTest(
      { name: 'p', steps: [{ id: 'a', action: 'log', params: { message: 'x' } }] },
      descriptors,
      <ProblemsPanel />,
    );
    expect(screen.getByText('No problems')).toBeDefined();
  });

  it('lists errors first and links to the field', async () => {
    const session = openInTest(
      {
        name: 'p',
        steps: [
          { id: 'a', action: 'log', params: { message: 'x', colour: 'red' } },
          { id: 'b', action: 'http_request', params: {} },
        ],
      },
      descriptors,
      <>
        <Inspector />
        <ProblemsPanel />
      </>,
    );
    const rows = await screen.findAllByRole('button', { name: /^(Error|Warning):/ });
    expect(rows.map((row) => row.getAttribute('aria-label')?.split(':')[0])).toEqual(['Error', 'Warning']);
    fireEvent.click(rows[0]!);
    expect(session.store.getState().selection.steps).toEqual(['b']);
    await waitFor(() =>
      expect(document.activeElement?.closest('[data-field]')?.getAttribute('data-field')).toBe('params.url'),
    );
  });

  it('is updated with every edit, and fixes a problem with one click', async () => {
    const session = openInTest(
      { name: 'p', steps: [{ id: 'a', action: 'log', params: { message: 'x', lvl: 'info' } }] },
      descriptors,
      <ProblemsPanel />,
    );
    fireEvent.click(await screen.findByRole('button', { name: /^(Rename|Remove)/ }));
    await screen.findByText('No problems');
    expect(session.store.getState().document.steps[0]?.params).not.toHaveProperty('lvl');
  });
});
