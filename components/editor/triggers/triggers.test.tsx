// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToastProvider } from '@/components/ui/toast';
import { catalogue } from '@/engine/actions';
import type { ErrorBody } from '@/lib/contracts/errors';
import type { PipelineSummary } from '@/lib/contracts/pipelines';
import type {
  DeliveryPage,
  TriggerDelivery,
  TriggerDetail,
  TriggerInput,
  TriggerSample,
} from '@/lib/contracts/triggers';
import { SecretNamesContext } from '../form/secret-names';
import { openInTest } from '../form/testing/open-in-test';
import { type TriggerActions, TriggerServicesContext } from './trigger-services';
import { TriggersWorkspace } from './triggers-workspace';

const TOKEN = 'Zm9yLXRlc3RzLW9ubHk';

const base = {
  pipelineId: 'p1',
  enabled: true,
  params: {},
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  next: [],
  path: null,
  sourceName: null,
  lastFiring: null,
} as const;

const schedule: TriggerDetail = {
  ...base,
  id: 'trigger_1',
  type: 'schedule',
  name: 'Mornings',
  config: { kind: 'cron', cron: '0 9 * * 1-5', time_zone: 'Europe/Berlin', misfire: 'skip', overlap: 'skip' },
  next: ['2036-11-24T08:00:00.000Z', '2036-11-25T08:00:00.000Z'],
};

const webhook: TriggerDetail = {
  ...base,
  id: 'trigger_2',
  type: 'webhook',
  name: 'Pushes',
  config: { reply: 'at_once', reply_timeout_seconds: 30 },
  path: `/api/v1/hooks/trigger_2/${TOKEN}`,
};

const delivery = (part: Partial<TriggerDelivery>): TriggerDelivery => ({
  id: 'f1',
  at: '2026-03-12T12:00:00.500Z',
  dueAt: '2026-03-12T12:00:00.000Z',
  outcome: 'started',
  reason: null,
  detail: null,
  run: { id: 'run_1', number: 12, status: 'completed' },
  ...part,
});

const NO_SAMPLE: TriggerSample = { listening: null, timedOut: false, sample: null };

let calls: { readonly name: string; readonly input: unknown }[] = [];
let refusal: ErrorBody | undefined;
let pages: DeliveryPage[] = [];
/** Responses to enabling and disabling wait for this. */
let held: Promise<void> = Promise.resolve();

function called<T extends object>(name: string, input: unknown, answer: T) {
  calls.push({ name, input });
  return Promise.resolve(
    refusal ? ({ ok: false, error: refusal } as const) : ({ ok: true, ...answer } as const),
  );
}

/** Responses of the server to reads. */
async function answerRead({ pathname, searchParams }: URL, triggers: readonly TriggerDetail[]) {
  if (pathname.endsWith('/triggers')) return Response.json({ triggers });
  if (pathname.endsWith('/sample')) return Response.json(NO_SAMPLE);
  if (pathname.endsWith('/preview')) {
    return Response.json({ next: ['2036-11-24T08:00:00.000Z'], problem: null });
  }
  if (pathname.endsWith('/deliveries')) {
    calls.push({ name: 'deliveries', input: Object.fromEntries(searchParams) });
    return Response.json(pages[searchParams.has('before') ? 1 : 0] ?? { deliveries: [], next: null });
  }
  return Response.json({ pipelines: [named('p1', 'Mine'), named('p2', 'Nightly import')], next: null });
}

function named(id: string, name: string): PipelineSummary {
  return {
    id,
    name,
    description: '',
    folder: null,
    tags: [],
    pinned: false,
    version: 1,
    versionCount: 1,
    stepCount: 1,
    problemCount: 0,
    updatedAt: '2026-01-01T00:00:00.000Z',
    recentRuns: [],
  };
}

function open(triggers: readonly TriggerDetail[], params: object = {}, steps: object[] = []) {
  const [first = schedule] = triggers;
  const actions: TriggerActions = {
    add: (input) =>
      called('add', input, { trigger: { ...first, id: 'trigger_new', name: input.trigger.name } }),
    change: (input) => called('change', input, { trigger: { ...first, name: input.trigger.name } }),
    enable: async (input) => {
      await held;
      return called('enable', input, { trigger: { ...first, enabled: input.enabled } });
    },
    remove: (id) => called('remove', id, {}),
    renewAddress: (id) =>
      called('renew', id, { trigger: { ...first, path: '/api/v1/hooks/trigger_2/anew' } }),
    listen: (input) => called('listen', input, { sample: NO_SAMPLE }),
    stopListening: (id) => called('stopListening', id, { sample: NO_SAMPLE }),
  };
  vi.stubGlobal('fetch', (address: string) => answerRead(new URL(address, 'http://page.test'), triggers));
  const opened: string[] = [];
  const services = { pipelineId: 'p1', actions, first: triggers, openRun: (id: string) => opened.push(id) };
  openInTest(
    { name: 'p', params, steps } as Parameters<typeof openInTest>[0],
    catalogue.descriptors,
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <SecretNamesContext value={['github', 'token']}>
          <TriggerServicesContext value={services}>
            <TriggersWorkspace />
          </TriggerServicesContext>
        </SecretNamesContext>
      </ToastProvider>
    </QueryClientProvider>,
  );
  return opened;
}

beforeAll(() => {
  Element.prototype.hasPointerCapture ??= () => false;
  Element.prototype.scrollIntoView ??= () => undefined;
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});
beforeEach(() => {
  calls = [];
  refusal = undefined;
  pages = [];
  window.localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const write = (label: string | RegExp, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent);
const inputsOf = (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input);

async function choose(menu: HTMLElement, item: RegExp) {
  fireEvent.keyDown(menu, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
}

/** Opens the form of a new trigger from the empty panel. */
function begin(type: RegExp, params: object = {}) {
  open([], params);
  press(type);
  return screen.getByRole('dialog');
}

async function submit(label = 'Add trigger'): Promise<TriggerInput | undefined> {
  const before = calls.length;
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: label }));
  await act(async () => {});
  const [call] = calls.slice(before).filter(({ name }) => name === 'add' || name === 'change');
  return (call?.input as { trigger: TriggerInput } | undefined)?.trigger;
}

describe('the triggers of a pipeline', () => {
  it('explains the types of triggers when there is none', () => {
    open([]);
    for (const type of [/^Schedule/, /^Webhook/, /^After a pipeline/]) {
      expect(screen.getByRole('button', { name: type }).textContent).toMatch(/Starts (a run|runs) .+\.$/);
    }
  });

  it('shows when each is due, its last delivery, and the version that runs', () => {
    const skipped = delivery({ outcome: 'skipped', reason: 'overlap', run: null });
    open([schedule, { ...webhook, enabled: false, lastFiring: skipped }]);
    expect(
      screen.getByRole('button', { name: 'Schedule Mornings: Every weekday at 09:00, Europe/Berlin' }),
    ).toBeDefined();
    const [first, second] = screen.getAllByRole('listitem');
    expect(first?.textContent).toContain('Mon 24 Nov 2036, 09:00');
    expect(first?.textContent).toContain('no deliveries yet');
    expect(second?.textContent).toContain('disabled');
    expect(second?.textContent).toContain('The previous run was still running.');
    expect(screen.getByText('1 enabled, 1 disabled')).toBeDefined();
    expect(screen.getByText(/the saved version/)).toBeDefined();
  });

  it('warns that deliveries are refused while the pipeline has errors', async () => {
    open([schedule], {}, [{ id: 'a', action: 'log', params: { message: '{{steps.gone.output}}' } }]);
    await screen.findByText(/triggers are blocked until they are fixed/);
  });

  it('counts a value that is not entered yet as one to fill in, not as an error', async () => {
    open([schedule], {}, [{ id: 'a', action: 'http_request', params: {} }]);
    await screen.findByText('1 to fill in: triggers are blocked until then.');
    expect(screen.queryByText(/error/)).toBeNull();
  });

  it('disables a trigger immediately, and enables it again when the server refuses', async () => {
    open([schedule]);
    const toggle = screen.getByRole('switch', { name: 'Mornings enabled' });
    refusal = { code: 'unavailable', message: 'The database does not answer.' };
    let answer = () => {};
    held = new Promise((resolve) => {
      answer = resolve;
    });
    fireEvent.click(toggle);
    await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('false'));
    answer();
    await screen.findByText('Mornings is still enabled.');
    expect(toggle.getAttribute('aria-checked')).toBe('true');
    expect(inputsOf('enable')).toEqual([{ id: 'trigger_1', enabled: false }]);
  });

  it('hides the address of a webhook until it is revealed', async () => {
    open([webhook]);
    press(/^Webhook Pushes/);
    expect(document.body.textContent).not.toContain(TOKEN);
    expect(document.body.textContent).toContain('/api/v1/hooks/trigger_2/••••');
    press('Show the URL of Pushes');
    expect(screen.getByText(new RegExp(TOKEN))).toBeDefined();
    press('Hide the URL of Pushes');
    expect(document.body.textContent).not.toContain(TOKEN);
    await act(async () => {});
  });

  it('says what to do when no key decrypts the address', async () => {
    open([{ ...webhook, path: null }]);
    press(/^Webhook Pushes/);
    expect(screen.getByText('This server has no key to decrypt the URL.')).toBeDefined();
    await act(async () => {});
  });

  it('renews an address and removes a trigger only after a confirmation', async () => {
    open([webhook]);
    const more = screen.getByRole('button', { name: 'More for Pushes' });
    await choose(more, /Regenerate/);
    expect(inputsOf('renew')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Regenerate URL' }));
    await screen.findByText('Pushes has a new URL');
    expect(inputsOf('renew')).toEqual(['trigger_2']);
    await choose(more, /Remove/);
    fireEvent.click(screen.getByRole('button', { name: 'Remove trigger' }));
    await screen.findByText(/No triggers yet/);
    expect(inputsOf('remove')).toEqual(['trigger_2']);
  });

  it('shows deliveries by outcome and page by page', async () => {
    pages = [
      {
        deliveries: [
          delivery({}),
          delivery({ id: 'f2', outcome: 'skipped', reason: 'queue_full', run: null }),
          delivery({
            id: 'f3',
            outcome: 'refused',
            reason: 'invalid',
            detail: 'The param tag is required.',
            run: null,
          }),
          delivery({ id: 'f4', run: null }),
        ],
        next: 'f4',
      },
      {
        deliveries: [delivery({ id: 'f5', run: { id: 'run_0', number: 11, status: 'failed' } })],
        next: null,
      },
    ];
    const opened = open([schedule]);
    press(/^Schedule Mornings/);
    const history = await screen.findByRole('list', { name: 'Deliveries' });
    expect(
      within(history)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual([
      expect.stringMatching(/^Starteddue .+0\.5 s late.*Run #12completed$/),
      expect.stringContaining('The queue was full.'),
      expect.stringContaining('The param tag is required.'),
      expect.stringContaining('The run was deleted.'),
    ]);
    fireEvent.click(within(history).getByRole('link', { name: /Run #12/ }));
    expect(opened).toEqual(['run_1']);
    press('Load older');
    await within(history).findByText('Run #11');
    fireEvent.click(screen.getByRole('radio', { name: 'Skipped' }));
    await waitFor(() => expect(inputsOf('deliveries').at(-1)).toMatchObject({ outcome: 'skipped' }));
  });
});

describe('the form of a trigger', () => {
  it('adds a schedule with a preset', async () => {
    begin(/^Schedule/);
    write(/^Name/, 'Mornings');
    fireEvent.change(screen.getByLabelText('Repeats'), { target: { value: 'week' } });
    fireEvent.change(screen.getByLabelText('On'), { target: { value: '5' } });
    write('At', '17:30');
    const zone = screen.getByRole('combobox', { name: 'Time zone' });
    fireEvent.change(zone, { target: { value: 'europe ber' } });
    fireEvent.keyDown(zone, { key: 'Enter' });
    fireEvent.click(screen.getByRole('radio', { name: /^SkipAt most one/ }));
    expect(await submit()).toMatchObject({
      type: 'schedule',
      name: 'Mornings',
      enabled: true,
      config: {
        kind: 'cron',
        cron: '30 17 * * 5',
        time_zone: 'Europe/Berlin',
        misfire: 'fire_once',
        overlap: 'skip',
      },
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each(['Asia/Kolkata', 'asia/calcutta'])('takes %s when the field is left', async (typed) => {
    begin(/^Schedule/);
    write(/^Name/, 'Mornings');
    const zone = screen.getByRole('combobox', { name: 'Time zone' });
    fireEvent.change(zone, { target: { value: typed } });
    fireEvent.blur(zone);
    expect(await submit()).toMatchObject({ config: { time_zone: 'Asia/Kolkata' } });
  });

  it('keeps its time zone when the field is left unchanged', async () => {
    begin(/^Schedule/);
    write(/^Name/, 'Mornings');
    const zone = screen.getByRole('combobox', { name: 'Time zone' });
    fireEvent.change(zone, { target: { value: 'Europe/Kyiv' } });
    fireEvent.keyDown(zone, { key: 'Enter' });
    fireEvent.blur(zone);
    expect(await submit()).toMatchObject({ config: { time_zone: 'Europe/Kyiv' } });
  });

  it('shows problems at each field, focuses the first one, and clears nothing', async () => {
    begin(/^Schedule/);
    fireEvent.change(screen.getByLabelText('Repeats'), { target: { value: 'custom' } });
    const cron = screen.getByRole('textbox', { name: /^Cron expression/ });
    expect((cron as HTMLInputElement).value).toBe('0 9 * * 1-5');
    fireEvent.change(cron, { target: { value: '' } });
    expect(await submit()).toBeUndefined();
    expect(alerts()).toEqual([
      'Enter a name. Runs show the name as their trigger.',
      'Enter a cron expression, for example 0 9 * * 1-5.',
    ]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Name/)));
    write(/^Name/, 'N');
    fireEvent.change(cron, { target: { value: '0 0 30 2 *' } });
    expect(alerts()).toEqual([]);
    refusal = {
      code: 'invalid',
      message: 'config.cron: It is never due.',
      details: [{ path: 'trigger.config.cron', message: 'It is never due.' }],
    };
    await submit();
    expect(alerts()).toEqual(['It is never due.']);
    expect((cron as HTMLInputElement).value).toBe('0 0 30 2 *');
  });

  it('adds an interval and a single time', async () => {
    begin(/^Schedule/);
    write(/^Name/, 'N');
    fireEvent.click(screen.getByRole('radio', { name: 'Interval' }));
    write('Every', 'often');
    expect(await submit()).toBeUndefined();
    expect(alerts()).toEqual(['Enter a whole number of at least 1.']);
    write('Every', '2');
    fireEvent.change(screen.getByLabelText('Interval unit'), { target: { value: 'second' } });
    expect(await submit()).toMatchObject({ config: { kind: 'interval', every_seconds: 2 } });
    cleanup();
    begin(/^Schedule/);
    write(/^Name/, 'N');
    fireEvent.click(screen.getByRole('radio', { name: 'Once' }));
    expect(await submit()).toBeUndefined();
    expect(alerts()).toEqual(['Enter a date and a time.']);
    write(/^At/, '2036-01-01T12:00');
    expect(await submit()).toMatchObject({
      config: { kind: 'once', at: new Date('2036-01-01T12:00').toISOString() },
    });
  });

  it('adds a webhook that must be signed, and shows how to call it', async () => {
    const dialog = begin(/^Webhook/);
    write(/^Name/, 'Pushes');
    fireEvent.click(screen.getByRole('checkbox', { name: /Require a signature/ }));
    expect(await submit()).toBeUndefined();
    expect(alerts()).toEqual(['Select a secret.']);
    fireEvent.change(screen.getByLabelText(/^Signing secret/), { target: { value: 'github' } });
    expect(dialog.textContent).toContain('openssl dgst -sha256 -hmac');
    expect(dialog.textContent).toContain('is the value of github');
    fireEvent.click(screen.getByRole('radio', { name: /^With outputs/ }));
    write(/^Response timeout/, '0');
    expect(await submit()).toBeUndefined();
    expect(alerts()).toEqual(['Enter the seconds as a whole number from 1 to 300.']);
    write(/^Response timeout/, '5');
    expect(await submit()).toMatchObject({
      type: 'webhook',
      config: {
        signature: { kind: 'body', header: 'x-hub-signature-256', prefix: 'sha256=', secret: 'github' },
        reply: 'outputs',
        reply_timeout_seconds: 5,
      },
    });
  });

  it('adds a webhook that is signed according to Standard Webhooks, without a header field', async () => {
    const dialog = begin(/^Webhook/);
    write(/^Name/, 'Orders');
    fireEvent.click(screen.getByRole('checkbox', { name: /Require a signature/ }));
    expect(
      screen.getByText(/Requests with the same body are one delivery and start one run. To start several/),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: /^Standard Webhooks/ }));
    expect(screen.queryByLabelText(/^Signature header/)).toBeNull();
    fireEvent.change(screen.getByLabelText(/^Signing secret/), { target: { value: 'github' } });
    expect(dialog.textContent).toContain('webhook-signature: v1,');
    expect(await submit()).toMatchObject({ config: { signature: { kind: 'standard', secret: 'github' } } });
  });

  it('adds a trigger after another pipeline, found by its name', async () => {
    begin(/^After a pipeline/);
    write(/^Name/, 'N');
    fireEvent.click(screen.getByRole('checkbox', { name: 'completed' }));
    expect(await submit()).toBeUndefined();
    expect(alerts()).toEqual(['Select a pipeline.', 'Select at least one status.']);
    const pipeline = screen.getByRole('combobox', { name: /^After a run of/ });
    fireEvent.change(pipeline, { target: { value: 'night' } });
    fireEvent.click(await screen.findByRole('option', { name: /Nightly import/ }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'failed' }));
    expect(await submit()).toMatchObject({
      type: 'pipeline_finished',
      config: { pipeline_id: 'p2', statuses: ['failed'] },
    });
  });

  it('sets params to values or templates that read the trigger', async () => {
    begin(/^Schedule/, { tag: { type: 'string', required: true }, count: { type: 'integer', default: 2 } });
    write(/^Name/, 'N');
    expect(await submit()).toBeUndefined();
    expect(alerts()).toEqual([expect.stringContaining('required')]);
    write(/^tag/, 'due {{trigger.due_at}}');
    const source = screen.getByRole('radiogroup', { name: 'Source of count' });
    fireEvent.click(within(source).getByRole('radio', { name: 'Value' }));
    write(/^count/, 'many');
    expect(await submit()).toBeUndefined();
    expect(alerts()).toEqual([expect.stringContaining('integer')]);
    fireEvent.click(within(source).getByRole('radio', { name: 'Template' }));
    write(/^count/, '{{params.x}}');
    expect(await submit()).toBeUndefined();
    expect(alerts()).toEqual([expect.stringContaining('Use trigger or now')]);
    fireEvent.click(within(source).getByRole('radio', { name: 'Default' }));
    expect(await submit()).toMatchObject({ params: { tag: 'due {{trigger.due_at}}' } });
  });

  it('asks before typed values are discarded, and restores them after a reload', async () => {
    begin(/^Schedule/);
    write(/^Name/, 'Half');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect((screen.getByLabelText(/^Name/) as HTMLInputElement).value).toBe('Half');
    cleanup();
    begin(/^Schedule/);
    expect((screen.getByLabelText(/^Name/) as HTMLInputElement).value).toBe('Half');
    press('Start over');
    expect((screen.getByLabelText(/^Name/) as HTMLInputElement).value).toBe('');
    write(/^Name/, 'Half again');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    press(/^Schedule/);
    expect((screen.getByLabelText(/^Name/) as HTMLInputElement).value).toBe('');
  });

  it('changes a trigger, keeps typed values when the server does not respond, and closes without a question when nothing changed', async () => {
    open([schedule]);
    const more = screen.getByRole('button', { name: 'More for Mornings' });
    await choose(more, /Edit/);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await choose(more, /Edit/);
    write(/^Name/, 'Evenings');
    refusal = {
      code: 'not_found',
      message: 'The trigger trigger_1 does not exist. It may have been deleted: check the list of triggers.',
    };
    await submit('Save');
    expect(alerts()).toEqual([
      'The trigger trigger_1 does not exist. It may have been deleted: check the list of triggers.',
    ]);
    refusal = undefined;
    expect(await submit('Save')).toMatchObject({ name: 'Evenings', config: schedule.config });
  });
});
