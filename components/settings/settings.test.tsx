// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ErrorBody } from '@/lib/contracts/errors';
import type { ChannelSetting, SecretSummary } from '@/lib/contracts/secrets';
import { ToastProvider } from '../ui/toast';
import { TooltipProvider } from '../ui/tooltip';
import { ChannelList } from './channel-list';
import { SecretList } from './secret-list';
import type { ChannelActions, SecretActions } from './settings-actions';

const NOW = '2026-03-12T12:00:00.000Z';

const secret = (name: string, part: Partial<SecretSummary> = {}): SecretSummary => ({
  name,
  description: '',
  hosts: [],
  usedBy: [],
  createdAt: NOW,
  updatedAt: NOW,
  lastUsedAt: null,
  problem: null,
  ...part,
});

let calls: unknown[][] = [];
let refusal: ErrorBody | undefined;

async function answer(...call: unknown[]) {
  calls.push(call);
  return refusal ? ({ ok: false, error: refusal } as const) : ({ ok: true, name: 'token' } as const);
}

const actions: SecretActions & ChannelActions = {
  addSecret: (input) => answer('add', input),
  changeSecret: (input) => answer('change', input),
  deleteSecret: (name) => answer('delete', name),
  setChannel: (input) => answer('set', input),
  clearChannel: (name) => answer('clear', name),
};

const router = { refresh: () => calls.push(['refresh']), push: () => undefined, prefetch: () => undefined };

beforeAll(() => {
  Element.prototype.hasPointerCapture ??= () => false;
  Element.prototype.scrollIntoView ??= () => undefined;
});
beforeEach(() => {
  calls = [];
  refusal = undefined;
});
afterEach(cleanup);

function framed(page: ReactNode) {
  return (
    <AppRouterContext value={router as unknown as AppRouterInstance}>
      <TooltipProvider>
        <ToastProvider>{page}</ToastProvider>
      </TooltipProvider>
    </AppRouterContext>
  );
}

const show = (page: ReactNode) => render(framed(page));

const showSecrets = (...secrets: SecretSummary[]) =>
  show(<SecretList secrets={secrets} actions={actions} now={NOW} />);
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
  });
const submit = (name: string) =>
  act(async () => {
    const button = within(screen.getByRole('dialog')).getByRole('button', { name });
    fireEvent.submit(document.getElementById(button.getAttribute('form') ?? '') ?? button);
  });
async function choose(of: string, item: string) {
  await act(async () => {
    fireEvent.keyDown(screen.getByRole('button', { name: `More for ${of}` }), { key: 'Enter' });
  });
  await act(async () => {
    fireEvent.click(screen.getByRole('menuitem', { name: item }));
  });
}

test('the empty page explains how a secret is used', () => {
  showSecrets();
  expect(screen.getByText('{{secrets.name}}')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Add secret' })).toBeDefined();
});

test('a new secret is sent as it was typed, and the list is read again', async () => {
  showSecrets();
  await press('Add secret');
  type(/^Name/, 'token');
  type(/^Value/, ' 12345678\n');
  expect(screen.getByText(/ends with a line break/)).toBeDefined();
  type(/^Allowed hosts/, 'api.example.org, *.example.org');
  await submit('Add secret');
  expect(calls).toEqual([
    [
      'add',
      { name: 'token', value: ' 12345678\n', description: '', hosts: ['api.example.org', '*.example.org'] },
    ],
    ['refresh'],
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a problem is shown at its field, nothing is sent and typed values stay', async () => {
  showSecrets();
  await press('Add secret');
  type(/^Name/, 'my-token');
  type(/^Value/, 'short');
  type(/^Allowed hosts/, 'https://a.org');
  await submit('Add secret');
  expect(calls).toEqual([]);
  const alerts = screen.getAllByRole('alert').map((alert) => alert.textContent);
  expect(alerts).toHaveLength(3);
  expect(alerts.join()).toContain('cannot be masked in logs and outputs');
  expect(screen.getByDisplayValue('short')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Name/)));
  type(/^Name/, 'my_token');
  expect(screen.getAllByRole('alert')).toHaveLength(2);
});

test('a refusal is shown and typed values stay', async () => {
  showSecrets();
  refusal = { code: 'conflict', message: 'There is a secret token already.' };
  await press('Add secret');
  type(/^Name/, 'token');
  type(/^Value/, '12345678');
  await submit('Add secret');
  expect(screen.getByRole('alert').textContent).toContain('There is a secret token already.');
  expect(screen.getByDisplayValue('12345678')).toBeDefined();
  expect(screen.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true');
});

test('a change starts with an empty value and keeps the stored one when none is typed', async () => {
  showSecrets(secret('token', { description: 'For the API', hosts: ['a.org', 'b.org'] }));
  await choose('token', 'Edit…');
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^New value/).value).toBe('');
  type(/^Description/, 'For tests');
  await submit('Save');
  expect(calls[0]).toEqual([
    'change',
    { name: 'token', description: 'For tests', hosts: ['a.org', 'b.org'] },
  ]);
});

test('deleting lists the pipelines that will fail', async () => {
  const usedBy = [
    { id: 'pl_1', name: 'Nightly import' },
    { id: 'pl_2', name: 'Report' },
  ];
  showSecrets(secret('token', { usedBy }));
  await choose('token', 'Delete…');
  const dialog = within(screen.getByRole('alertdialog'));
  expect(dialog.getByText(/2 pipelines use this secret/)).toBeDefined();
  expect(dialog.getByText('Nightly import')).toBeDefined();
  await press('Delete secret');
  expect(calls).toEqual([['delete', 'token'], ['refresh']]);
});

test('the focus moves to another row when its row is deleted', () => {
  const page = (...secrets: SecretSummary[]) => <SecretList secrets={secrets} actions={actions} now={NOW} />;
  const { rerender } = show(page(secret('token'), secret('other')));
  expect(document.activeElement).toBe(document.body);
  screen.getByRole('button', { name: 'More for token' }).focus();
  rerender(framed(page(secret('other'))));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add secret' }));
  rerender(framed(page()));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add secret' }));
});

test('a secret that cannot be read is reported in its row and above the list', () => {
  showSecrets(secret('token', { problem: 'It was encrypted with the key k-1.' }), secret('other'));
  expect(screen.getByText('It was encrypted with the key k-1.')).toBeDefined();
  expect(screen.getByText(/^1 secret not readable\./)).toBeDefined();
});

const channel = (name: ChannelSetting['name'], part: Partial<ChannelSetting> = {}): ChannelSetting => ({
  name,
  from: 'nowhere',
  shown: null,
  updatedAt: null,
  problem: null,
  ...part,
});

test('channels show where they are configured, and only those configured here can be changed here', async () => {
  const channels = [
    channel('smtp_url', { from: 'environment', shown: 'mail.example.org' }),
    channel('mail_from', { from: 'here', shown: 'jo@example.org', updatedAt: NOW }),
    channel('slack_webhook_url'),
  ];
  show(<ChannelList channels={channels} actions={actions} now={NOW} />);
  expect(screen.getByText('Set by environment variable SMTP_URL')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Replace Email: mail server' })).toBeNull();
  await press('Replace Email: sender');
  expect(screen.getByDisplayValue('jo@example.org')).toBeDefined();
  type(/^Sender/, 'Jo <jo@b.org>');
  await submit('Save');
  expect(calls[0]).toEqual(['set', { name: 'mail_from', value: 'Jo <jo@b.org>' }]);
  refusal = { code: 'invalid', message: 'Write the whole address.' };
  await press('Set Slack: incoming webhook');
  type(/^Incoming webhook/, 'hooks.slack.com');
  await submit('Save');
  expect(screen.getByRole('alert').textContent).toContain('Write the whole address.');
  expect(screen.getByDisplayValue('hooks.slack.com')).toBeDefined();
});
