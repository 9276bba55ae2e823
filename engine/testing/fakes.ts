import type { z } from 'zod';
import type { ControlContext, ControlDefinition, Decision, EffectDefinition } from '../action';
import type { ActionContext, Logger, LogLevel } from '../action-context';
import { ActionError } from '../errors';
import { type Json, ownProperty } from '../json';
import { driveSync } from '../pausing';
import type { Http, HttpRequest, HttpResponse, NewFile, Secrets, StoredFile, World } from '../ports';
import { storedPathOf } from '../stored-file';

export { type MemoryClock, memoryClock } from '../run/test/memory-clock';

/** A log that keeps its lines. */
export interface MemoryLog extends Logger {
  readonly lines: { level: LogLevel; message: string }[];
}

export function memoryLog(): MemoryLog {
  const lines: MemoryLog['lines'] = [];
  const at = (level: LogLevel) => (message: string) => void lines.push({ level, message });
  return { lines, debug: at('debug'), info: at('info'), warning: at('warning'), error: at('error') };
}

/**
 * A context for an effect under test. Its deadline aborts immediately for 0 seconds, otherwise never; HTTP is
 * refused.
 */
export function fakeContext(
  overrides: Partial<Omit<ActionContext, 'log'>> = {},
): ActionContext & { readonly log: MemoryLog } {
  const signal = overrides.signal ?? new AbortController().signal;
  return {
    signal,
    deadline: (seconds) => (seconds > 0 ? signal : AbortSignal.abort(new ActionError('timeout', 'No time.'))),
    idempotencyKey: 'run_1/step_1',
    traceHeaders: {},
    step: { id: 'step_1', attempt: 1 },
    bound: () => undefined,
    drive: driveSync,
    reserveMemory: () => Promise.resolve(),
    setting: () => Promise.resolve(undefined),
    http: noNetwork,
    mail: noNetwork,
    sql: noNetwork,
    clusters: { health: noNetwork },
    files: fakeFiles(),
    inbox: { put: () => Promise.resolve(true) },
    models: { add: noModels, addCloud: noModels, delete: noModels, benchmark: noModels, read: noModels },
    deployments: noDeployments,
    ...overrides,
    log: memoryLog(),
  };
}

const noModels = () => Promise.reject(new ActionError('internal', 'This test has no models.'));

const refuseDeployments = () => Promise.reject(new ActionError('internal', 'This test has no deployments.'));

const noDeployments = {
  create: refuseDeployments,
  scale: refuseDeployments,
  limit: refuseDeployments,
  delete: refuseDeployments,
  read: refuseDeployments,
};

const noNetwork = () => Promise.reject(new ActionError('connection_error', 'This test has no network.'));

/** A world for a run under test: HTTP responds with 200, the test supplies everything else. */
export function fakeWorld(overrides: Partial<World> = {}): World {
  return {
    http: fakeHttp(() => ({ status: 200 })),
    mail: noNetwork,
    sql: noNetwork,
    clusters: { health: noNetwork },
    files: fakeFiles(),
    inbox: { put: () => Promise.resolve(true) },
    models: { add: noModels, addCloud: noModels, delete: noModels, benchmark: noModels, read: noModels },
    deployments: noDeployments,
    sandbox: () => Promise.reject(new ActionError('internal', 'This test has no sandbox.')),
    settings: () => Promise.resolve(undefined),
    secrets: fakeSecrets({}),
    ...overrides,
  };
}

interface Memory {
  readonly stored: { readonly file: StoredFile; readonly content: Uint8Array }[];
  put(file: NewFile): Promise<StoredFile>;
  get: World['files']['get'];
}

/** Files in memory. Contents are identified by their order, not by their bytes. */
export function fakeFiles(): Memory {
  const stored: Memory['stored'] = [];
  return {
    stored,
    put: async ({ name, contentType, content }) => {
      const sha256 = String(stored.length + 1).padStart(64, '0');
      const path = storedPathOf(sha256);
      const file = { path, name, content_type: contentType, size: content.length, sha256 };
      stored.push({ file, content });
      return file;
    },
    get: async (path) => {
      const found = stored.find(({ file }) => file.path === path);
      if (!found) throw new ActionError('invalid_params', `There is no stored file ${path}.`);
      return found;
    },
  };
}

/**
 * A context for a control under test. Evaluation fails unless the test defines it; rendering returns the
 * template unchanged.
 */
export function controlContext(
  overrides: Partial<Omit<ControlContext, 'log'>> = {},
): ControlContext & { readonly log: MemoryLog } {
  const unanswered = (expression: string) => {
    throw new ActionError('expression_error', `This test does not say what ${expression} gives.`);
  };
  return {
    now: new Date('2026-01-01T00:00:00.000Z'),
    elapsedSeconds: 0,
    pausedSeconds: 0,
    waits: 0,
    computed: undefined,
    iterations: [],
    range: { first: 0, total: overrides.iterations?.length ?? 0 },
    item: (index) => index + 1,
    dependencies: [],
    outcome: () => undefined,
    liveSteps: () => [],
    evaluate: unanswered,
    test: unanswered,
    render: (value) => value,
    build: () => undefined,
    read: () => undefined,
    ...overrides,
    log: memoryLog(),
  };
}

/** A response of a fake service: JSON bodies are serialised, text and bytes are sent unchanged. */
export interface FakeAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json | Uint8Array;
}

/** An HTTP port with responses of the test; records its requests. */
export function fakeHttp(
  handler: (request: HttpRequest) => FakeAnswer | Promise<FakeAnswer>,
): Http & { readonly requests: HttpRequest[] } {
  const requests: HttpRequest[] = [];
  const http: Http = async (request) => {
    request.signal.throwIfAborted();
    requests.push(request);
    const answer = encode(await handler(request));
    await request.reserve?.(answer.body.length);
    return answer;
  };
  return Object.assign(http, { requests });
}

function encode({ status = 200, headers = {}, body = '' }: FakeAnswer): HttpResponse {
  if (body instanceof Uint8Array) return { status, headers, body };
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain' : 'application/json';
  return {
    status,
    headers: { 'content-type': type, ...headers },
    body: new TextEncoder().encode(isText ? body : JSON.stringify(body)),
  };
}

/** Secrets from a record, without host restrictions. */
export function fakeSecrets(record: Readonly<Record<string, string>>): Secrets {
  return {
    reveal: async (name) => {
      const value = ownProperty(record, name);
      return value === undefined ? undefined : { name, value, hosts: [] };
    },
  };
}

/** Runs a control with unparsed parameters and validates its output against the schema. */
export function decide(
  control: ControlDefinition,
  written: Readonly<Record<string, unknown>>,
  overrides: Parameters<typeof controlContext>[0] = {},
): Decision {
  return decideIn(control, written, controlContext(overrides));
}

/** As `decide`, in a given context, so that the test can read its log. */
export function decideIn(
  control: ControlDefinition,
  written: Readonly<Record<string, unknown>>,
  ctx: ControlContext,
): Decision {
  const decision = control.decide(control.params.parse(written), ctx);
  if (decision.do === 'complete') control.output.parse(decision.output);
  return decision;
}

/** Runs an effect once with unparsed parameters and validates its output against the schema. */
export async function perform<P extends z.ZodObject, O extends z.ZodType>(
  effect: EffectDefinition<P, O>,
  written: Readonly<Record<string, unknown>>,
  ctx: ActionContext,
): Promise<z.output<O>> {
  return effect.output.parse(await effect.run(effect.params.parse(written), ctx));
}
