import type { ActionDefinition, EffectDefinition } from '../../action';
import type { ActionContext, LogLevel } from '../../action-context';
import type { AnswerShare } from '../../answer-memory';
import { ActionError } from '../../errors';
import type { Json, JsonObject } from '../../json';
import { MAX_DOCUMENT_LEVELS, tooDeep } from '../../json-limits';
import { measure, measuring, type TextSizes } from '../../measure';
import type { NewModel } from '../../models';
import { driveSync, type Pausing } from '../../pausing';
import type {
  Clock,
  FileOwner,
  ModelRequest,
  NewFile,
  NewNotice,
  Outgoing,
  RevealedSecret,
  World,
} from '../../ports';
import { firstProblem, pathText, problemText } from '../../schema-problem';
import { loggerTo } from '../controls/control';
import { mask, maskBytes, maskText } from '../masking/mask';
import type { Prepared } from '../params/prepare';

/** One attempt of one effect. */
export interface EffectAttempt {
  readonly definition: EffectDefinition;
  readonly prepared: Prepared;
  readonly step: string;
  readonly attempt: number;
  readonly idempotencyKey: string;
  readonly traceHeaders: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number | undefined;
  readonly controller: AbortController;
  readonly clock: Clock;
  readonly world: World;
  /** The owner of stored files. */
  readonly owner: FileOwner;
  /** Called with a value that must be masked from now on. */
  readonly reveal: (secret: RevealedSecret) => void;
  readonly log: (level: LogLevel, message: string) => void;
}

/**
 * Runs one attempt to its end. Its signal is aborted at the end too, so that nothing the action left open continues.
 * @returns the output, checked against what the action declares
 * @throws ActionError, or what the action threw
 */
export async function runEffect(options: EffectAttempt): Promise<Json> {
  const { definition, controller } = options;
  const { drive = driveSync } = options.world;
  const limits = new TimeLimits(options.clock);
  const answers = options.world.answers?.join();
  if (options.timeoutSeconds !== undefined) {
    const { attempt, timeoutSeconds } = options;
    limits.abortAfter(controller, timeoutSeconds, `Attempt ${attempt} took longer than ${timeoutSeconds} s.`);
  }
  const ctx: ActionContext = {
    ...outside(options, answers),
    signal: controller.signal,
    deadline(seconds) {
      const timed = new AbortController();
      const message = `${definition.title} took longer than ${seconds} s. Raise the timeout, or try again later.`;
      limits.abortAfter(timed, seconds, message);
      return AbortSignal.any([controller.signal, timed.signal]);
    },
    idempotencyKey: options.idempotencyKey,
    traceHeaders: options.traceHeaders,
    step: { id: options.step, attempt: options.attempt },
    log: loggerTo(options.log),
    bound: (param) => options.prepared.bound[param],
    drive,
    async reserveMemory(bytes) {
      await answers?.reserve(bytes);
      controller.signal.throwIfAborted();
    },
  };
  try {
    const output = await Promise.race([
      definition.run(options.prepared.params, ctx),
      aborted(controller.signal),
    ]);
    return await drive(checkingOutput(definition, output));
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    limits.end();
    answers?.leave();
    controller.abort(new ActionError('cancelled', `Attempt ${options.attempt} has ended.`));
  }
}

/** The ports of this attempt. Every request is checked against the secrets of the attempt. */
function outside(
  { world, owner, prepared, reveal, log }: EffectAttempt,
  answers: AnswerShare | undefined,
): Pick<
  ActionContext,
  'http' | 'mail' | 'sql' | 'clusters' | 'deployments' | 'files' | 'inbox' | 'models' | 'setting'
> {
  const secrets = [...prepared.secrets];
  const withSecrets = <R extends Outgoing>(request: Omit<R, 'secrets'>) =>
    ({ ...request, secrets: [...secrets] }) as unknown as R;
  return {
    http: (request) => world.http(withSecrets({ ...request, ...(answers && { reserve: answers.reserve }) })),
    mail: (request) => world.mail(withSecrets(request)),
    sql: (request) => world.sql(withSecrets(request)),
    clusters: world.clusters,
    files: {
      put: (file) => world.files.put(withoutSecrets(file, secrets), owner),
      get: (path) => world.files.get(path),
    },
    inbox: {
      put: (notice) => world.inbox.put(shownNotice(notice, secrets), owner),
    },
    models: {
      add: (model, signal) =>
        world.models.add({ ...shownModel(model, secrets), secrets: [...secrets], signal, owner, log }),
      addCloud: (model, signal) => {
        const { runId, step } = owner;
        return world.models.addCloud(withSecrets({ ...model, signal, owner: { runId, step } }));
      },
      delete: (id, force) => world.models.delete({ id, force, owner }),
      benchmark: (benchmark, signal) => world.models.benchmark({ ...benchmark, signal, owner, log }),
      read: (id) => world.models.read(id),
    },
    deployments: {
      create: (deployment, signal) => world.deployments.create({ ...deployment, signal, owner }),
      scale: (id, replicas, signal) => world.deployments.scale(id, replicas, { signal, owner }),
      limit: (id, limit) => world.deployments.limit(id, limit, { owner }),
      delete: (id, signal) => world.deployments.delete(id, { signal, owner }),
      read: (id) => world.deployments.read(id),
    },
    async setting(name) {
      const setting = await world.settings(name, { runId: owner.runId });
      if (setting?.secret) {
        secrets.push(setting.secret);
        reveal(setting.secret);
      }
      return setting?.value;
    },
  };
}

/** A file to store, with secrets masked. */
function withoutSecrets(file: NewFile, secrets: readonly RevealedSecret[]): NewFile {
  const hidden = secrets.map(({ value }) => value);
  return {
    name: maskText(file.name, hidden),
    contentType: maskText(file.contentType, hidden),
    content: maskBytes(file.content, hidden),
  };
}

/** A notice to store, with secrets masked. */
function shownNotice(notice: NewNotice, secrets: readonly RevealedSecret[]): NewNotice {
  const hidden = secrets.map(({ value }) => value);
  const shown = (text: string) => maskText(text, hidden);
  const { title, priority } = notice;
  return {
    ...notice,
    message: shown(notice.message),
    title: title === undefined ? undefined : shown(title),
    priority: priority === undefined ? undefined : shown(priority),
    recipients: notice.recipients.map(shown),
  };
}

type ShownModel = Omit<ModelRequest, 'secrets' | 'signal' | 'owner' | 'log'>;

/** A model to add, with secrets masked in all of its stored fields. */
function shownModel(model: NewModel, secrets: readonly RevealedSecret[]): ShownModel {
  const hidden = secrets.map(({ value }) => value);
  const shown = (text: string) => maskText(text, hidden);
  const { name, revision, files, metadata, uri } = model;
  return {
    ...model,
    ...(name === undefined ? {} : { name: shown(name) }),
    ...(revision === undefined ? {} : { revision: shown(revision) }),
    files: files.map(shown),
    metadata: masked(metadata, hidden),
    shownUri: shown(uri),
  };
}

/** Masking does not change the structure of a value, so an object stays one. */
function masked(value: JsonObject, hidden: readonly string[]): JsonObject {
  return mask(value, hidden) as JsonObject;
}

/** Deadlines of one attempt, all cleared at its end. */
class TimeLimits {
  readonly #clock: Clock;
  readonly #cancels: (() => void)[] = [];
  #isOver = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  abortAfter(target: AbortController, seconds: number, message: string): void {
    if (this.#isOver) return;
    const at = new Date(this.#clock.now().getTime() + seconds * 1000);
    const abort = () => target.abort(new ActionError('timeout', message));
    this.#cancels.push(this.#clock.at(at, abort));
  }

  end(): void {
    this.#isOver = true;
    for (const cancel of this.#cancels) cancel();
  }
}

type Declared = Pick<ActionDefinition, 'kind' | 'type' | 'output'>;

/** The output of an action, parsed with its schema. @throws ActionError `internal` */
export function checkedOutput(definition: Declared, output: unknown): Json {
  refuseDeep(definition, output);
  return declaredOutput(definition, output);
}

function* checkingOutput(definition: Declared, output: unknown): Pausing<Json> {
  const texts: TextSizes = new Map();
  yield* measuring(output, texts);
  refuseDeep(definition, output);
  yield;
  const declared = declaredOutput(definition, output);
  yield* measuring(declared, texts);
  return declared;
}

function refuseDeep(definition: Declared, output: unknown): void {
  if (measure(output).depth > MAX_DOCUMENT_LEVELS) {
    const kind = definition.kind === 'control' ? 'expression_error' : 'rejected';
    throw new ActionError(kind, `The output of ${definition.type} ${tooDeep(MAX_DOCUMENT_LEVELS)}.`);
  }
}

function declaredOutput(definition: Declared, output: unknown): Json {
  const parsed = definition.output.safeParse(output);
  if (parsed.success) return asJson(parsed.data);
  const { path, issue } = firstProblem(parsed.error);
  const problem = problemText(pathText(path, 'the output'), issue);
  throw new ActionError(
    'internal',
    `${definition.type} returned an output that it does not declare: ${problem}`,
  );
}

/** An action that ignores its signal must not block the run. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () =>
      reject(signal.reason instanceof Error ? signal.reason : new ActionError('cancelled', 'Cancelled.'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** Guaranteed by the output schemas, which contain only JSON types. */
function asJson(value: unknown): Json {
  return value as Json;
}
