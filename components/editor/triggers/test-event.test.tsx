// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lastField } from '@/components/pipeline-text/insert-target';
import { ToastProvider } from '@/components/ui/toast';
import { TooltipProvider } from '@/components/ui/tooltip';
import { indexDescriptors } from '@/engine';
import type { SampleResult, TriggerDetail, TriggerSample } from '@/lib/contracts/triggers';
import { openInTest } from '../form/testing/open-in-test';
import { ParamSection } from './param-section';
import { TestEvent } from './test-event';
import { type TriggerActions, TriggerServicesContext } from './trigger-services';

const NOTHING: TriggerSample = { listening: null, timedOut: false, sample: null };
const LISTENING: TriggerSample = {
  ...NOTHING,
  listening: { until: '2026-03-12T12:05:00.000Z', startsRun: false },
};
const RECEIVED: TriggerSample = {
  ...NOTHING,
  sample: {
    receivedAt: '2026-03-12T12:01:00.000Z',
    value: { body: { ref: 'main' }, headers: { 'x-event': 'push' } },
    shortened: false,
  },
};

/** The state on the server. */
let state = NOTHING;
let refuse = false;

beforeAll(() => {
  // The size of a tree, which jsdom does not compute.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Object.defineProperty(Element.prototype, 'clientHeight', { get: () => 400 });
  Object.defineProperty(Element.prototype, 'clientWidth', { get: () => 300 });
  Element.prototype.scrollTo = () => {};
});
beforeEach(() => {
  state = NOTHING;
  refuse = false;
  vi.stubGlobal('fetch', async () => Response.json(state));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  lastField.set(undefined);
});

const listen = vi.fn(async (_input: object): Promise<SampleResult> => {
  if (refuse) return { ok: false, error: { code: 'unavailable', message: 'Not now.' } };
  state = LISTENING;
  return { ok: true, sample: state };
});
const stopListening = vi.fn(async (_id: string): Promise<SampleResult> => {
  state = NOTHING;
  return { ok: true, sample: state };
});

const webhook: TriggerDetail = {
  id: 't1',
  pipelineId: 'p1',
  type: 'webhook',
  name: 'Pushes',
  enabled: true,
  config: { reply: 'at_once', reply_timeout_seconds: 30 },
  params: {},
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  next: [],
  path: '/api/v1/hooks/t1/token',
  sourceName: null,
  lastFiring: null,
};

function services() {
  const refused = async () => ({ ok: false, error: { code: 'unavailable', message: 'Not here.' } }) as const;
  const actions: TriggerActions = {
    add: refused,
    change: refused,
    enable: refused,
    remove: refused,
    renewAddress: refused,
    listen,
    stopListening,
  };
  return { pipelineId: 'p1', actions, first: [], openRun: () => {} };
}

async function show(trigger = webhook) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <ToastProvider>
          <TriggerServicesContext value={services()}>
            <TestEvent trigger={trigger} />
          </TriggerServicesContext>
        </ToastProvider>
      </TooltipProvider>
    </QueryClientProvider>,
  );
  await act(async () => {});
}

const press = async (name: string) => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
  });
};
const note = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

describe('the test event of a webhook', () => {
  it('is listened for until a person cancels', async () => {
    await show();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Also start a run' }));
    await press('Listen for a test event');
    expect(listen).toHaveBeenCalledWith({ id: 't1', startsRun: true });
    expect(note()).toContain('Listening for a test event.');
    await press('Stop listening to Pushes');
    expect(stopListening).toHaveBeenCalledWith('t1');
    expect(screen.getByRole('button', { name: 'Listen for a test event' })).toBeDefined();
  });

  it('is still listened for after the page is loaded again', async () => {
    state = LISTENING;
    await show();
    await screen.findByRole('button', { name: 'Stop listening to Pushes' });
  });

  it('is shown as a tree', async () => {
    state = RECEIVED;
    await show();
    const tree = await screen.findByRole('tree', { name: 'Test event' });
    expect(tree.textContent).toContain('"main"');
    expect(note().join()).toMatch(/^Received /);
  });

  it('is said to be missing when no request arrived in time', async () => {
    state = { ...NOTHING, timedOut: true };
    await show();
    await screen.findByText('No request arrived within 5 minutes. Listen again.');
  });

  it('cannot be received while the webhook is off', async () => {
    await show({ ...webhook, enabled: false });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Listen for a test event' }).disabled).toBe(
      true,
    );
    expect(note()).toContain('Enable the webhook to receive a test event.');
  });

  it('says why listening was refused', async () => {
    refuse = true;
    await show();
    await press('Listen for a test event');
    expect(screen.getByRole('alert').textContent).toContain('Not now.');
  });
});

describe('a param of a webhook', () => {
  it.each([
    ['text', 'string', 'value'],
    ['a number', 'integer', 'template'],
  ] as const)(
    'is previewed as %s with the test event, from whose tree values are inserted',
    async (_, type, source) => {
      state = RECEIVED;
      const onChange = vi.fn();
      const empty = { source, value: '', template: '' };
      openInTest(
        { name: 'p', steps: [] },
        indexDescriptors([]),
        <QueryClientProvider client={new QueryClient()}>
          <ToastProvider>
            <ParamSection
              type="webhook"
              declarations={{ ref: { type } }}
              undeclared={[]}
              drafts={{ ref: { ...empty, [source]: 'refs/{{trigger.body.ref}}' } }}
              isFromCall={false}
              onFromCall={() => {}}
              onChange={onChange}
              triggerId="t1"
              problems={{}}
              onTouch={() => {}}
            />
          </ToastProvider>
        </QueryClientProvider>,
      );
      expect((await screen.findByText(/^Preview/)).textContent).toBe('Preview: refs/main');
      const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'ref' });
      act(() => box.focus());
      act(() => box.setSelectionRange(0, box.value.length));
      const tree = screen.getByRole('tree', { name: 'Test event' });
      fireEvent.keyDown(tree, { key: 'End' });
      fireEvent.keyDown(tree, { key: 'i' });
      expect(onChange).toHaveBeenCalledWith({
        ref: { ...empty, [source]: '{{trigger.headers["x-event"]}}' },
      });
    },
  );
});
