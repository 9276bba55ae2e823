import type { SettingName } from '../channels';
import { ActionError, type FAILURE_KINDS } from '../errors';
import type { Json } from '../json';
import type { PipelineDocument } from '../pipeline/schema';
import type { Http, Mail, MailReceipt, SqlDatabases, SqlResult, World } from '../ports';
import type { PauseAnswer } from '../run/debug/answer';
import type { DebugSettings } from '../run/debug/breakpoint';
import type { Runner } from '../run/runner';
import type { RunEvent } from '../run/state/events';
import { findUnit, unitKey, waitingUnits } from '../run/state/unit';
import { type FakeAnswer, fakeHttp, fakeSecrets, type MemoryClock, memoryClock } from './fakes';
import { runPipeline, type TestRunResult } from './run-pipeline';

/** A scripted reaction of a fake service: respond or fail after some virtual time. */
export interface GoldenAnswer extends FakeAnswer, Turn {
  readonly after_seconds?: number;
}

/** One reaction of a service; several are used in order, and the last one repeats. */
interface Turn {
  readonly fail?: (typeof FAILURE_KINDS)[number];
  readonly message?: string;
}

/** A pipeline with its fake services and the expected journal. */
export interface Golden {
  /** The section of the rules that the pipeline demonstrates. */
  readonly rule: string;
  readonly title: string;
  readonly pipeline: PipelineDocument;
  readonly params?: Record<string, Json>;
  readonly secrets?: Record<string, string>;
  /** Responses by `METHOD url`, in order; the last one repeats. */
  readonly http?: Record<string, GoldenAnswer[]>;
  /** Recipients that the mail server refuses, or the failure of a mail. */
  readonly mail?: readonly (Turn & { readonly rejected?: MailReceipt['rejected'] })[];
  readonly sql?: readonly (Turn & Partial<SqlResult>)[];
  /** Settings of the installation; those whose names end in `url` or `key` are secret. */
  readonly settings?: Partial<Record<SettingName, string>>;
  /** Breakpoints of the run. */
  readonly debug?: DebugSettings;
  /** What is decided about the pauses of a unit, in order. */
  readonly answers?: Readonly<Record<string, readonly PauseAnswer[]>>;
  /** Cancels the run when this event of this step is recorded. */
  readonly cancel_on?: { readonly type: string; readonly step: string };
  /** Every event: seconds since the start, and the event without its number. */
  readonly journal: Json[];
}

/** Number of requests by service: `METHOD url`, `mail server`, `database`. */
export type Asked = ReadonlyMap<string, number>;

/**
 * Runs a golden pipeline in virtual time.
 * @returns also the requests of each service before each event
 */
export async function runGolden(
  golden: Golden,
): Promise<TestRunResult & { readonly asked: readonly Asked[] }> {
  const clock = memoryClock();
  const { cancel_on: cancelOn } = golden;
  const counts = new Map<string, number>();
  // The first event exists before the runner.
  const asked: Asked[] = [new Map()];
  const result = await runPipeline({
    document: golden.pipeline,
    clock,
    ...goldenWorld(golden, clock, counts),
    ...(golden.params ? { params: golden.params } : {}),
    ...(golden.debug ? { debug: golden.debug } : {}),
    onEvent: (event, runner) => {
      asked.push(new Map(counts));
      if (event.type === 'step_paused') answerPauses(golden, runner);
      if (cancelOn && event.type === cancelOn.type && 'step' in event && event.step === cancelOn.step)
        runner.cancel();
    },
  });
  return { ...result, asked };
}

/** Answers the open pauses of a golden run. */
export function answerPauses({ answers = {} }: Pick<Golden, 'answers'>, runner: Runner): void {
  for (const address of waitingUnits(runner.state)) {
    const { pause, answered = [] } = findUnit(runner.state, address) ?? {};
    const answer = answers[unitKey(address)]?.[answered.length];
    if (pause && answer) runner.answerPause(address, pause.seq, answer);
  }
}

type GoldenWorld = Pick<World, 'http' | 'mail' | 'sql' | 'settings' | 'secrets'>;

/**
 * The fake services of a golden pipeline.
 * @param counts previous requests of each service; updated
 */
export function goldenWorld(golden: Golden, clock: MemoryClock, counts: Map<string, number>): GoldenWorld {
  return {
    http: goldenHttp(golden, clock, counts),
    mail: goldenMail(golden, counts),
    sql: goldenSql(golden, counts),
    settings: async (name) => goldenSetting(golden, name),
    secrets: fakeSecrets(golden.secrets ?? {}),
  };
}

/**
 * The next reaction; the last one repeats.
 * @throws ActionError when there is none, or it is a failure
 */
function nextOf<T extends Turn>(answers: readonly T[] = [], service: string, counts: Map<string, number>): T {
  const turn = counts.get(service) ?? 0;
  counts.set(service, turn + 1);
  const answer = answers[Math.min(turn, answers.length - 1)];
  if (!answer) throw new ActionError('connection_error', `Nothing listens for ${service}.`);
  return answer;
}

function failing<T extends Turn>(answer: T, service: string): T {
  if (answer.fail) throw new ActionError(answer.fail, answer.message ?? `${service} failed.`);
  return answer;
}

function goldenHttp(golden: Golden, clock: MemoryClock, counts: Map<string, number>): Http {
  return fakeHttp(async ({ method, url, signal }) => {
    const key = `${method} ${url}`;
    const answer = nextOf(golden.http?.[key], key, counts);
    if (answer.after_seconds) await pause(clock, answer.after_seconds, signal);
    return failing(answer, key);
  });
}

function goldenMail(golden: Golden, counts: Map<string, number>): Mail {
  return async ({ messageId, to, cc, bcc }) => {
    const { rejected = [] } = failing(nextOf(golden.mail, 'mail server', counts), 'mail server');
    const refused = new Set(rejected.map(({ address }) => address));
    const addresses = [...to, ...cc, ...bcc].map((one) => /<([^<>]*)>$/.exec(one)?.[1] ?? one);
    return { messageId, accepted: addresses.filter((one) => !refused.has(one)), rejected };
  };
}

function goldenSql(golden: Golden, counts: Map<string, number>): SqlDatabases {
  return async () => {
    const answer = failing(nextOf(golden.sql, 'database', counts), 'database');
    const { rows = [], rowCount = rows.length, columns = [] } = answer;
    return { rows, rowCount, columns };
  };
}

function goldenSetting({ settings }: Golden, name: SettingName) {
  const value = settings?.[name];
  if (value === undefined) return undefined;
  return /(url|key)$/.test(name) ? { value, secret: { name, value, hosts: [] } } : { value };
}

function pause(clock: MemoryClock, seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const off = clock.at(new Date(clock.now().getTime() + seconds * 1000), resolve);
    signal.addEventListener('abort', () => {
      off();
      reject(signal.reason);
    });
  });
}

/** Events for a golden file, without values that depend on time and place of the run. */
export function goldenJournal(events: readonly RunEvent[]): Json[] {
  const start = Date.parse(events[0]?.at ?? '');
  const seconds = (at: string) => (Date.parse(at) - start) / 1000;
  return events.map(({ seq: _, at, ...body }): Json => {
    const relative = JSON.parse(JSON.stringify(body), (key, value) =>
      (key === 'until' || key === 'retry_at') && typeof value === 'string' ? seconds(value) : value,
    );
    return { t: seconds(at), ...relative };
  });
}

/** Text of a golden file: one event per line, so that a diff reads like the journal. */
export function formatGolden(golden: Golden): string {
  const { journal, ...rest } = golden;
  const head = JSON.stringify(rest, null, 2).slice(0, -2);
  return `${head},\n  "journal": [\n${journal.map((event) => `    ${JSON.stringify(event)}`).join(',\n')}\n  ]\n}\n`;
}
