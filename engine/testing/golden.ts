import { ActionError, type FAILURE_KINDS } from '../errors';
import type { Json } from '../json';
import type { PipelineDocument } from '../pipeline/schema';
import type { Http, Mail, MailReceipt, SettingName, SqlDatabases, SqlResult } from '../ports';
import type { RunEvent } from '../run/events';
import { type FakeAnswer, fakeHttp, fakeSecrets, type MemoryClock, memoryClock } from './fakes';
import { runPipeline, type TestRunResult } from './run-pipeline';

/** What a fake service does with one request: answer, or fail with a kind, after some virtual time. */
export interface GoldenAnswer extends FakeAnswer {
  readonly fail?: (typeof FAILURE_KINDS)[number];
  readonly after_seconds?: number;
}

/** What the mail server or the database says, in turn; the last answer repeats. */
interface Turn {
  readonly fail?: (typeof FAILURE_KINDS)[number];
  readonly message?: string;
}

/** A pipeline with the world around it and the whole journal that it must give. */
export interface Golden {
  /** Section of the rules that it shows. */
  readonly rule: string;
  readonly title: string;
  readonly pipeline: PipelineDocument;
  readonly params?: Record<string, Json>;
  readonly secrets?: Record<string, string>;
  /** Answers by `METHOD url`, in turn; the last one repeats. */
  readonly http?: Record<string, GoldenAnswer[]>;
  /** Recipients that the mail server refuses, or how a mail fails. */
  readonly mail?: readonly (Turn & { readonly rejected?: MailReceipt['rejected'] })[];
  readonly sql?: readonly (Turn & Partial<SqlResult>)[];
  /** Settings of the installation; those whose names end in `url` or `key` are secret. */
  readonly settings?: Partial<Record<SettingName, string>>;
  /** Cancels the run when this event of this step is recorded. */
  readonly cancel_on?: { readonly type: string; readonly step: string };
  /** Every event: seconds since the start, then the event without its number. */
  readonly journal: Json[];
}

/** Runs a golden pipeline in virtual time. */
export async function runGolden(golden: Golden): Promise<TestRunResult> {
  const clock = memoryClock();
  const { cancel_on: cancelOn } = golden;
  return runPipeline({
    document: golden.pipeline,
    clock,
    http: goldenHttp(golden, clock),
    secrets: fakeSecrets(golden.secrets ?? {}),
    mail: goldenMail(golden),
    sql: goldenSql(golden),
    settings: async (name) => goldenSetting(golden, name),
    ...(golden.params ? { params: golden.params } : {}),
    onEvent: (event, runner) => {
      if (cancelOn && event.type === cancelOn.type && 'step' in event && event.step === cancelOn.step)
        runner.cancel();
    },
  });
}

/** The services of a golden pipeline. */
export function goldenHttp(golden: Golden, clock: MemoryClock): Http {
  const asked = new Map<string, number>();
  return fakeHttp(async ({ method, url, signal }) => {
    const key = `${method} ${url}`;
    const answers = golden.http?.[key] ?? [];
    const turn = asked.get(key) ?? 0;
    asked.set(key, turn + 1);
    const answer = answers[Math.min(turn, answers.length - 1)];
    if (!answer) throw new ActionError('connection_error', `Nothing listens for ${key}.`);
    if (answer.after_seconds) await pause(clock, answer.after_seconds, signal);
    if (answer.fail) throw new ActionError(answer.fail, `${key} failed.`);
    return answer;
  });
}

/** Gives each answer in turn, then the last one again. @throws ActionError when the answer is a failure */
function turns<T extends Turn>(answers: readonly T[] | undefined, of: string): () => T {
  let turn = 0;
  return () => {
    const answer = answers?.[Math.min(turn, answers.length - 1)];
    turn += 1;
    if (!answer) throw new ActionError('connection_error', `No ${of} listens.`);
    if (answer.fail) throw new ActionError(answer.fail, answer.message ?? `The ${of} failed.`);
    return answer;
  };
}

function goldenMail(golden: Golden): Mail {
  const next = turns(golden.mail, 'mail server');
  return async ({ messageId, to, cc, bcc }) => {
    const { rejected = [] } = next();
    const refused = new Set(rejected.map(({ address }) => address));
    return { messageId, accepted: [...to, ...cc, ...bcc].filter((one) => !refused.has(one)), rejected };
  };
}

function goldenSql(golden: Golden): SqlDatabases {
  const next = turns(golden.sql, 'database');
  return async () => {
    const { rows = [], rowCount = rows.length, columns = [] } = next();
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

/** Events as a golden file holds them: what does not depend on when and where the run took place. */
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

/** Text of a golden file: one event a line, so that a difference reads like the journal. */
export function formatGolden(golden: Golden): string {
  const { journal, ...rest } = golden;
  const head = JSON.stringify(rest, null, 2).slice(0, -2);
  return `${head},\n  "journal": [\n${journal.map((event) => `    ${JSON.stringify(event)}`).join(',\n')}\n  ]\n}\n`;
}
