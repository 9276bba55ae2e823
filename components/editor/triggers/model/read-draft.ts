import type { Declarations } from '@/components/params/param-drafts';
import { fromLocalField } from '@/components/ui/format';
import type { ErrorBody } from '@/lib/contracts/errors';
import type { FinishedConfig, ScheduleConfig, TriggerInput, WebhookConfig } from '@/lib/contracts/triggers';
import { cronOf, hasTime } from './cron-presets';
import { readParamDrafts } from './param-drafts';
import type { FinishedDraft, ScheduleDraft, TriggerDraft, WebhookDraft } from './trigger-draft';
import { secondsOf } from './trigger-words';
import { isZone } from './zones';

/** Problems by path of the field in the contract: `config.cron`, `params.tag`. */
export type TriggerProblems = Readonly<Record<string, string>>;

/** The request for the server, or the problems of the form. */
export type ReadTrigger =
  | { readonly ok: true; readonly trigger: TriggerInput }
  | { readonly ok: false; readonly problems: TriggerProblems };

type ReadConfig<C> =
  | { readonly ok: true; readonly config: C }
  | { readonly ok: false; readonly problems: TriggerProblems };

/** Params from the request. */
const NO_PARAMS = { ok: true, params: {} } as const;
const MOST_SECONDS = 31_536_000;
const MOST_WAIT_SECONDS = 300;
const MOST_NAME = 200;

/** Parses the form; reports problems at their fields. */
export function readTriggerDraft(draft: TriggerDraft, declarations: Declarations): ReadTrigger {
  const problems: Record<string, string> = {};
  const name = draft.name.trim();
  if (name === '') problems.name = 'Enter a name. Runs show the name as their trigger.';
  if (name.length > MOST_NAME) problems.name = `Enter a name of at most ${MOST_NAME} characters.`;
  const config = readConfig(draft);
  if (!config.ok) Object.assign(problems, config.problems);
  const params = draft.isFromCall ? NO_PARAMS : readParamDrafts(declarations, draft.params);
  if (!params.ok) {
    for (const [param, problem] of Object.entries(params.problems)) problems[`params.${param}`] = problem;
  }
  if (!config.ok || !params.ok || Object.keys(problems).length > 0) return { ok: false, problems };
  const shared = { name, enabled: draft.enabled, params: params.params };
  return { ok: true, trigger: { ...config.config, ...shared } };
}

type TypedConfig =
  | { readonly type: 'schedule'; readonly config: ScheduleConfig }
  | { readonly type: 'webhook'; readonly config: WebhookConfig }
  | { readonly type: 'pipeline_finished'; readonly config: FinishedConfig };

function readConfig(draft: TriggerDraft): ReadConfig<TypedConfig> {
  const { type } = draft;
  switch (type) {
    case 'schedule': {
      const read = readSchedule(draft.schedule);
      return read.ok ? { ok: true, config: { type, config: read.config } } : read;
    }
    case 'webhook': {
      const read = readWebhook(draft.webhook);
      return read.ok ? { ok: true, config: { type, config: read.config } } : read;
    }
    case 'pipeline_finished': {
      const read = readFinished(draft.finished);
      return read.ok ? { ok: true, config: { type, config: read.config } } : read;
    }
  }
}

/** The schedule of a form; only the server checks whether it is ever due. */
export function readSchedule(draft: ScheduleDraft): ReadConfig<ScheduleConfig> {
  const timing = { misfire: draft.misfire, overlap: draft.overlap };
  if (draft.kind === 'cron') return readCalendar(draft, timing);
  if (draft.kind === 'interval') return readInterval(draft, timing);
  const at = fromLocalField(draft.at);
  return at === undefined
    ? refused({ 'config.at': 'Enter a date and a time.' })
    : { ok: true, config: { kind: 'once', at, ...timing } };
}

type Timing = Pick<ScheduleConfig, 'misfire' | 'overlap'>;

function readCalendar({ cron: choice, zone }: ScheduleDraft, timing: Timing): ReadConfig<ScheduleConfig> {
  const problems: Record<string, string> = {};
  const cron = cronOf(choice);
  if (choice.preset === 'custom' && cron === '')
    problems['config.cron'] = 'Enter a cron expression, for example 0 9 * * 1-5.';
  if (choice.preset === 'hour' && readWhole(choice.minute, 0, 59) === undefined) {
    problems['config.cron'] = 'Enter the minutes past the hour as a whole number from 0 to 59.';
  }
  if (!hasTime(choice)) problems['config.cron'] = 'Enter a time of day.';
  if (!isZone(zone))
    problems['config.time_zone'] =
      `Unknown time zone: ${zone || '(empty)'}. Choose a time zone from the list.`;
  if (Object.keys(problems).length > 0) return refused(problems);
  return { ok: true, config: { kind: 'cron', cron, time_zone: zone, ...timing } };
}

function readInterval({ every, unit, from }: ScheduleDraft, timing: Timing): ReadConfig<ScheduleConfig> {
  const count = readWhole(every, 1, MOST_SECONDS);
  const seconds = (count ?? 0) * secondsOf(unit);
  if (count === undefined) return refused({ 'config.every_seconds': 'Enter a whole number of at least 1.' });
  if (seconds > MOST_SECONDS) return refused({ 'config.every_seconds': 'The longest interval is 365 days.' });
  const start = from === '' ? undefined : fromLocalField(from);
  if (from !== '' && start === undefined)
    return refused({ 'config.from': 'Enter a date and a time, or leave the field empty.' });
  return {
    ok: true,
    config: {
      kind: 'interval',
      every_seconds: seconds,
      ...(start === undefined ? {} : { from: start }),
      ...timing,
    },
  };
}

/** A header name: RFC 9110, section 5.1. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;

/** The signature header of Standard Webhooks. */
const STANDARD = { kind: 'standard', header: 'webhook-signature', prefix: 'v1,' } as const;

function readWebhook(draft: WebhookDraft): ReadConfig<WebhookConfig> {
  const { isSigned, hasHeader, reply, headerSecret } = draft;
  const headerName = draft.headerName.trim();
  const wait = readWhole(draft.timeout, 1, MOST_WAIT_SECONDS);
  const isWaitMissing = reply === 'outputs' && wait === undefined;
  const problems: TriggerProblems = {
    ...(isSigned ? signatureProblems(draft) : {}),
    ...(hasHeader ? badHeaderName('config.header.name', headerName) : {}),
    ...(hasHeader ? missingSecret('config.header.secret', headerSecret) : {}),
    ...(isWaitMissing ? { 'config.reply_timeout_seconds': BAD_WAIT } : {}),
  };
  if (Object.keys(problems).length > 0) return refused(problems);
  return {
    ok: true,
    config: {
      reply,
      reply_timeout_seconds: wait ?? 30,
      ...(isSigned ? { signature: signatureOf(draft) } : {}),
      ...(hasHeader ? { header: { name: headerName, secret: headerSecret } } : {}),
    },
  };
}

function signatureProblems(draft: WebhookDraft): TriggerProblems {
  const { signatureKind, signatureSecret, signatureHeader, prefix } = draft;
  const isOfBody = signatureKind !== 'standard';
  return {
    ...(isOfBody ? badHeaderName('config.signature.header', signatureHeader.trim()) : {}),
    ...missingSecret('config.signature.secret', signatureSecret),
    ...(isOfBody ? tooLong('config.signature.prefix', prefix, 40) : {}),
  };
}

function signatureOf({ signatureKind, signatureSecret: secret, signatureHeader, prefix }: WebhookDraft) {
  if (signatureKind === 'standard') return { ...STANDARD, secret };
  return { kind: 'body', header: signatureHeader.trim(), prefix, secret } as const;
}

const BAD_WAIT = `Enter the seconds as a whole number from 1 to ${MOST_WAIT_SECONDS}.`;

function badHeaderName(path: string, name: string): TriggerProblems {
  return HEADER_NAME.test(name) ? {} : { [path]: 'Enter a header name with letters, digits and hyphens.' };
}

function tooLong(path: string, text: string, most: number): TriggerProblems {
  return text.length > most ? { [path]: `Enter at most ${most} characters.` } : {};
}

function missingSecret(path: string, secret: string): TriggerProblems {
  return secret === '' ? { [path]: 'Select a secret.' } : {};
}

function readFinished({ pipelineId, statuses }: FinishedDraft): ReadConfig<FinishedConfig> {
  const problems: Record<string, string> = {};
  if (pipelineId === '') problems['config.pipeline_id'] = 'Select a pipeline.';
  if (statuses.length === 0) problems['config.statuses'] = 'Select at least one status.';
  if (Object.keys(problems).length > 0) return refused(problems);
  return { ok: true, config: { pipeline_id: pipelineId, statuses } };
}

function refused(problems: TriggerProblems) {
  return { ok: false, problems } as const;
}

function readWhole(text: string, least: number, most: number): number | undefined {
  if (!/^\d{1,9}$/.test(text.trim())) return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
}

/** Problems of a refusal by field, and its message for other problems. */
export function problemsOfRefusal(
  error: ErrorBody,
  shown: (path: string) => boolean,
): { readonly fields: TriggerProblems; readonly message: string | undefined } {
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const { path, message } of fieldProblems(error.details)) {
    const field = fieldOf(path);
    if (shown(field)) fields[field] ??= message;
    else others.push(message);
  }
  const isAtFields = Object.keys(fields).length > 0;
  if (others.length > 0) return { fields, message: others.join(' ') };
  return { fields, message: isAtFields ? undefined : error.message };
}

/** `trigger.params.tag.0` is about the field `params.tag`. */
function fieldOf(path: string): string {
  const [first, second, ...rest] = path.split('.').filter((part, index) => index > 0 || part !== 'trigger');
  if (first === 'params' && second !== undefined) return `params.${second}`;
  return [first, second, ...rest].filter((part) => part !== undefined).join('.');
}

function fieldProblems(details: unknown): { path: string; message: string }[] {
  return Array.isArray(details) ? details.filter(isFieldProblem) : [];
}

function isFieldProblem(value: unknown): value is { path: string; message: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
