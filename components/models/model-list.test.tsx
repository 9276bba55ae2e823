// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ListedDeployment } from '@/lib/contracts/deployments';
import type { ModelSummary } from '@/lib/contracts/models';
import { listed, push, withRouter } from '../deployments/testing/show';
import { ToastProvider } from '../ui/toast';
import { TooltipProvider } from '../ui/tooltip';
import type { ModelActions } from './model-actions';
import { ModelListPage } from './model-list';

const base: ModelSummary = {
  ...{ id: 'mdl_1', name: 'tiny', status: 'available', source: 'url', uri: 'https://a.test/tiny.gguf' },
  ...{ revision: null, size_bytes: 1000, sha256: 'ab'.repeat(32), metadata: {}, progress: null, error: null },
  ...{ cloud: null, added_by: null, waiting: [], created_at: '2026-01-01T00:00:00.000Z' },
};
const downloading: ModelSummary = {
  ...base,
  status: 'downloading',
  sha256: null,
  progress: { received_bytes: 620, bytes_per_second: 38, seconds_left: 10, upload: null },
};
const failed: ModelSummary = {
  ...base,
  status: 'error',
  sha256: null,
  error: { kind: 'rejected', code: 'checksum_mismatch', message: 'The checksum of tiny.gguf differs.' },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(models: ModelSummary[], deployments: ListedDeployment[] = []): ModelActions {
  const list = { models, free_bytes: 5_000_000_000 };
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.endsWith('/deployments') ? { window: '1h', deployments } : list),
  );
  const done = async () => ({ ok: true as const });
  const actions: ModelActions = {
    addModel: vi.fn(async () => ({ ok: true as const, id: 'mdl_2' })),
    addCloudModel: vi.fn(async () => ({ ok: true as const, id: 'mdl_3' })),
    resumeModel: vi.fn(done),
    cancelModel: vi.fn(done),
    deleteModel: vi.fn(async () => ({ ok: true as const, freed_bytes: 1000 })),
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <ToastProvider>
          {withRouter(
            <ModelListPage
              first={list}
              secrets={['hub_token']}
              actions={actions}
              now={new Date().toISOString()}
            />,
          )}
        </ToastProvider>
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return actions;
}

test('a download shows percent, bytes, rate and remaining time, as text and as a bar', () => {
  show([downloading]);
  expect(screen.getByText(/Downloading 62 %/).textContent).toContain('620 B · 38 B/s · 10');
  expect(screen.getByRole('progressbar', { name: 'Download of tiny' }).getAttribute('value')).toBe('62');
});

test('an upload to the store shows its own percent, bytes, rate and remaining time', () => {
  const upload = { sent_bytes: 250, size_bytes: 1000 };
  const progress = { received_bytes: 1000, bytes_per_second: 38, seconds_left: 20, upload };
  show([{ ...downloading, progress }]);
  const text = screen.getByText(/Uploading to the store 25 %/).textContent;
  expect(text).toContain('250 B · 38 B/s · 20');
  expect(screen.getByRole('progressbar', { name: 'Upload of tiny' }).getAttribute('value')).toBe('25');
});

test('a failed download shows the reason, and can be retried', async () => {
  const actions = show([failed]);
  expect(screen.getByText('Checksum differs')).toBeTruthy();
  expect(screen.getByText('The checksum of tiny.gguf differs.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Download again' }));
  await waitFor(() => expect(actions.resumeModel).toHaveBeenCalledWith('mdl_1'));
});

test('a model is added with its source, files and token; an empty address is refused with a message', async () => {
  const actions = show([]);
  fireEvent.click(screen.getByRole('button', { name: 'Add model' }));
  const submit = () => fireEvent.submit(screen.getByRole('dialog').querySelector('form') ?? document.body);
  submit();
  expect(await screen.findByText('Enter the address of the model.')).toBeTruthy();
  expect(actions.addModel).not.toHaveBeenCalled();
  const write = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  write(/^Address/, 'acme/tiny');
  write(/^SHA-256/, 'zz');
  submit();
  expect(await screen.findByText('Enter a URL that starts with http:// or https://.')).toBeTruthy();
  expect(screen.getByText('Enter the 64 hex digits of a SHA-256.')).toBeTruthy();
  expect(actions.addModel).not.toHaveBeenCalled();
  write(/^SHA-256/, '');
  write(/^Source/, 'model_hub');
  write(/^Address/, 'acme/tiny');
  write(/^Files/, '*q4_k_m.gguf, config.json');
  write(/^Revision/, 'v2');
  write(/^Access token/, 'hub_token');
  submit();
  await waitFor(() => expect(actions.addModel).toHaveBeenCalledTimes(1));
  expect(actions.addModel).toHaveBeenCalledWith(
    expect.objectContaining({
      model_source: 'model_hub',
      model_uri: 'acme/tiny',
      files: ['*q4_k_m.gguf', 'config.json'],
      revision: 'v2',
      token_secret: 'hub_token',
    }),
  );
});

test('a cloud model shows its provider and the name of its secret, and is added with both', async () => {
  const cloud = { provider: 'openai', model: 'gpt-x', base_url: null, api_key_secret: 'openai_key' } as const;
  const actions = show([{ ...base, source: 'cloud', size_bytes: null, sha256: null, cloud }]);
  expect(screen.getByText('OpenAI · gpt-x · key in secrets.openai_key')).toBeTruthy();
  expect(screen.getByText('Listed by the provider')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Add cloud model' }));
  const submit = () => fireEvent.submit(screen.getByRole('dialog').querySelector('form') ?? document.body);
  submit();
  expect(await screen.findByText('Enter the ID of the model.')).toBeTruthy();
  const write = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  write(/^Base URL/, 'inference.internal');
  submit();
  expect(await screen.findByText('Enter a URL that starts with http:// or https://.')).toBeTruthy();
  expect(screen.getByText('Enter the ID of the model.')).toBeTruthy();
  write(/^Base URL/, '');
  write(/^Provider/, 'mistral');
  write(/^Model\b/, 'mistral-small');
  write(/^API key/, 'hub_token');
  submit();
  const input = { provider: 'mistral', model_id: 'mistral-small', api_key_secret: 'hub_token' };
  await waitFor(() => expect(actions.addCloudModel).toHaveBeenCalledWith(expect.objectContaining(input)));
});

test('a model says which deployments use it, and is deployed from its menu', async () => {
  show([base], [listed(), listed({ id: 'dep_2', name: 'canary' }), listed({ model_id: 'mdl_9', name: 'x' })]);
  const link = await screen.findByRole('link', { name: 'canary' });
  expect(link.getAttribute('href')).toBe('/deployments/canary');
  expect(screen.queryByRole('link', { name: 'x' })).toBeNull();
  fireEvent.keyDown(screen.getByRole('button', { name: 'More for tiny' }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Deploy…' }));
  expect(push).toHaveBeenCalledWith('/deployments?deploy=mdl_1');
});
