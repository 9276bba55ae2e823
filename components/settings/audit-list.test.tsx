// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { AuditEvent } from '@/lib/contracts/audit';
import { choiceOf, hrefOf, inputOf } from './audit-choice';
import { AuditList } from './audit-list';

afterEach(cleanup);

const entry = (part: Partial<AuditEvent>): AuditEvent => ({
  id: 1,
  at: '2026-03-12T12:34:56.789Z',
  actor: { kind: 'local', id: null, name: null },
  action: 'pipeline.created',
  subject: { type: 'pipeline', id: 'pl_1', name: 'Nightly' },
  details: {},
  ...part,
});

const show = (events: AuditEvent[], query: Record<string, string> = {}, next: number | null = null) =>
  render(<AuditList page={{ events, next }} choice={choiceOf(query)} />);

test('an entry shows time, actor, action and target, with links to existing targets', () => {
  show([
    entry({ id: 3, action: 'pipeline.deleted' }),
    entry({
      id: 2,
      actor: { kind: 'run', id: 'run_1', name: 'Nightly #4' },
      action: 'secret.read',
      subject: { type: 'secret', id: 'token', name: 'token' },
    }),
    entry({ id: 1 }),
  ]);
  const [deleted, read, created] = within(screen.getByRole('list', { name: 'Audit log' })).getAllByRole(
    'listitem',
  );
  expect(created?.textContent).toBe(
    '2026-03-12 12:34:56By This machinePipeline createdNightlyFilter by this: Nightly',
  );
  const links = (row: HTMLElement | undefined) =>
    row
      ? within(row)
          .getAllByRole('link')
          .map((link) => link.getAttribute('href'))
      : [];
  expect(links(created)).toEqual(['/pipelines/pl_1', '/settings/audit?subject=pl_1']);
  expect(links(read)).toEqual(['/runs/run_1', '/settings/secrets', '/settings/audit?subject=token']);
  expect(links(deleted)).toEqual(['/settings/audit?subject=pl_1']);
});

test('the filter shows the values of the URL, and older pages keep them', () => {
  const query = {
    actor: 'schedule',
    action: 'run.started',
    subject: 'run_1',
    from: '2026-03-01',
    before: '90',
  };
  show([entry({})], query, 40);
  const form = screen.getByRole('form', { name: 'Filter' });
  expect(within(form).getByRole<HTMLSelectElement>('combobox', { name: 'Actor' }).value).toBe('schedule');
  expect(within(form).getByRole<HTMLSelectElement>('combobox', { name: 'Action' }).value).toBe('run.started');
  expect(within(form).getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toBe('run_1');
  expect(within(form).getByLabelText<HTMLInputElement>('From').value).toBe('2026-03-01');
  const { before: _, ...kept } = query;
  expect(screen.getByRole('link', { name: 'Older' }).getAttribute('href')).toBe(
    hrefOf(choiceOf({ ...kept, before: '40' })),
  );
  expect(screen.getByRole('link', { name: 'Newest' }).getAttribute('href')).toBe(hrefOf(choiceOf(kept)));
});

test('an empty log explains its content, an empty result links to all entries', () => {
  show([]);
  expect(screen.getByText('No entries yet')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Older' })).toBeNull();
  cleanup();
  show([], { action: 'secret.read' });
  expect(screen.getByRole('link', { name: 'Show all entries' }).getAttribute('href')).toBe('/settings/audit');
});

test('an invalid query requests all entries, and ranges of days include both ends', () => {
  expect(inputOf(choiceOf({ actor: 'nobody', action: 'x', from: 'yesterday', before: '-1' }))).toEqual({
    actor: undefined,
    action: undefined,
    subject: undefined,
    before: undefined,
  });
  expect(inputOf(choiceOf({ from: '2026-03-01', to: '2026-03-01' }))).toMatchObject({
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-03-02T00:00:00.000Z',
  });
});
