// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryFor } from '@/client/queries';
import { NO_ANSWER } from '@/components/run-state/no-answer';
import { runDetail } from '@/components/run-state/testing/run-detail';
import { ToastProvider } from '@/components/ui/toast';
import { formatPipeline, indexDescriptors, type PipelineDocument } from '@/engine';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import type { SaveDraftResult } from '@/lib/contracts/pipelines';
import type { StartResult, StartRunInput } from '@/lib/contracts/runs';
import { createDraftStore } from './model/drafts';
import { setPipelineField } from './model/edits/fields';
import { createSaveController } from './model/save';
import { sendThrough } from './saving/send-draft';
import { createSession } from './session';
import { type StartActions, useStartRun } from './use-start-run';

const OPENED = { revision: 3, version: 1, edited: false };
const SAVED = { revision: 4, version: 1, edited: true, text: '', updatedAt: '2026-01-01T00:00:00.000Z' };
const detail = runDetail({ id: 'run_1', version: 2 });
const STARTED: StartResult = { ok: true, id: 'run_1', number: 7, version: 2, detail };
const BLOCKED: StartResult = { ok: false, error: { code: 'invalid', message: 'A step has no url.' } };

beforeEach(() => window.localStorage.clear());
afterEach(cleanup);

/** An open pipeline with a fake server; each call is one request of the page. */
function open(answers: { save?: SaveDraftResult; start?: StartResult } = {}) {
  const { save = { ok: true, ...SAVED }, start = STARTED } = answers;
  const requests: string[] = [];
  const session = createSession({
    document: { name: 'First', steps: [] },
    descriptors: indexDescriptors([]),
    pipelineId: 'p1',
    draft: OPENED,
  });
  const controller = createSaveController({
    store: session.store,
    pipelineId: 'p1',
    opened: OPENED,
    descriptors: session.descriptors,
    read: async () => ({ ...OPENED, text: '{"steps": []}' }),
    send: sendThrough(async ({ baseRevision }) => {
      requests.push(`save over ${baseRevision}`);
      return save;
    }),
    drafts: createDraftStore('p1', window.localStorage, undefined),
    // No autosave by time: only what Run does is counted.
    timers: { start: () => undefined, stop: () => undefined },
    now: () => new Date('2026-01-01T00:00:00Z'),
  });
  controller.start();
  const keys: (string | undefined)[] = [];
  /** Whether answers arrive. */
  const line = { isBroken: false };
  const takeKey = (key: string | undefined) => {
    keys.push(key);
    if (line.isBroken) throw new TypeError('Failed to fetch');
  };
  const actions: StartActions = {
    async start({ revision, idempotencyKey }) {
      requests.push(`start ${revision}`);
      takeKey(idempotencyKey);
      return start;
    },
    async startDraft({ text, baseRevision }, { idempotencyKey }) {
      requests.push(`save over ${baseRevision} and start ${JSON.parse(text).name}`);
      takeKey(idempotencyKey);
      return save.ok ? { ok: true, saved: save, started: start } : save;
    },
  };
  const queries = new QueryClient();
  const onStarted = vi.fn();
  const { result } = renderHook(() => useStartRun({ session, controller, actions, onStarted }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queries}>
        <ToastProvider>{children}</ToastProvider>
      </QueryClientProvider>
    ),
  });
  const rename = (name: string) =>
    session.store.edit('Rename', (document) => setPipelineField(document, 'name', name));
  const run = (params: StartRunInput['params'] = {}) =>
    act(() => result.current.start({ pipelineId: 'p1', params }));
  const begin = () => act(async () => result.current.begin());
  return { session, controller, queries, requests, keys, line, rename, run, begin };
}

describe('Run', () => {
  it('saves unsaved edits and starts them in one request', async () => {
    const { session, requests, rename, run } = open();
    rename('Second');
    expect(await run()).toEqual(STARTED);
    expect(requests).toEqual(['save over 3 and start Second']);
    expect(session.store.getState().save).toEqual({
      status: 'saved',
      revision: 4,
      version: 2,
      edited: false,
    });
  });

  it('starts the saved draft in one request', async () => {
    const { requests, run } = open();
    expect(await run()).toEqual(STARTED);
    expect(requests).toEqual(['start 3']);
  });

  it('asks for params only when one has no default', async () => {
    const { session, requests, begin } = open();
    const declare = (params: PipelineDocument['params']) =>
      session.store.edit('Declare', (document) => setPipelineField(document, 'params', params));
    declare({ base: { type: 'string', default: 'http://a.test' }, city: { type: 'string' } });
    await begin();
    expect(session.interaction.get().dialog).toBe('run');
    expect(requests).toEqual([]);
    session.interaction.set({ ...session.interaction.get(), dialog: 'none' });
    declare({ base: { type: 'string', default: 'http://a.test' } });
    await begin();
    expect(session.interaction.get().dialog).toBe('none');
    expect(requests).toEqual(['save over 3 and start First']);
  });

  it('waits for a save in progress, and starts the saved draft', async () => {
    const { controller, requests, rename, run } = open();
    rename('Second');
    const saving = controller.flush();
    await run();
    await saving;
    expect(requests).toEqual(['save over 3', 'start 4']);
  });

  it('waits for a breakpoint on its way to the server, before it saves', async () => {
    const { session, controller, requests, rename, run } = open();
    rename('Second');
    const sent = session.pending.send(async () => {
      await controller.flush();
      requests.push('breakpoint');
    });
    expect(await run()).toEqual(STARTED);
    await sent;
    expect(requests).toEqual(['save over 3', 'breakpoint', 'start 4']);
  });

  it('has the record of the run before it is shown', async () => {
    const { queries, run } = open();
    await run();
    expect(queries.getQueryData(queryFor(runEndpoints.get, { id: 'run_1' }).queryKey)).toEqual(detail);
  });

  it('keeps edits saved when the start is refused', async () => {
    const { session, requests, rename, run } = open({ start: BLOCKED });
    rename('Second');
    expect(await run()).toEqual(BLOCKED);
    expect(requests).toHaveLength(1);
    expect(session.store.getState().save).toMatchObject({ status: 'saved', revision: 4, edited: true });
  });

  const theirs = (document: object) => ({
    version: 1,
    revision: 9,
    text: JSON.stringify(document),
    updatedAt: SAVED.updatedAt,
  });

  it('starts nothing when another tab changed the same, and asks which value to use', async () => {
    const details = theirs({ name: 'Theirs', steps: [] });
    const { session, requests, rename, run } = open({
      save: { ok: false, error: { code: 'conflict', message: 'Changed.', details } },
    });
    rename('Second');
    expect(await run()).toMatchObject({
      ok: false,
      error: {
        message:
          'The run was not started: some values were also changed elsewhere. Resolve the conflicts, then run.',
      },
    });
    expect(requests).toHaveLength(1);
    expect(session.store.getState().save).toMatchObject({
      status: 'conflict',
      conflicts: [{ path: ['name'], mine: 'Second', theirs: 'Theirs' }],
    });
    expect(formatPipeline(session.store.getState().document)).toContain('Second');
  });

  it('repeats a start without an answer under the same key, and starts anything else under another', async () => {
    const { keys, line, rename, run } = open();
    line.isBroken = true;
    await expect(run()).rejects.toThrow('Failed to fetch');
    await expect(run()).rejects.toThrow('Failed to fetch');
    await expect(run({ city: 'Oslo' })).rejects.toThrow('Failed to fetch');
    line.isBroken = false;
    await run({ city: 'Oslo' });
    await run({ city: 'Oslo' });
    rename('Second');
    line.isBroken = true;
    await expect(run()).rejects.toThrow(NO_ANSWER);
    line.isBroken = false;
    await run();
    const names = [...new Set(keys)];
    expect(keys.map((key) => names.indexOf(key))).toEqual([0, 0, 1, 1, 2, 3, 3]);
    expect(keys).not.toContain(undefined);
  });
});
