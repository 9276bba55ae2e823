import type { Declarations } from '@/components/params/param-drafts';
import { toLocalField } from '@/components/ui/format';
import type {
  FinishedConfig,
  ScheduleConfig,
  TriggerDetail,
  TriggerType,
  WebhookConfig,
} from '@/lib/contracts/triggers';
import { type CronChoice, choiceOf, FIRST_CHOICE } from './cron-presets';
import { type ParamDraftsByName, paramDraftsOf } from './param-drafts';
import { type EveryUnit, everyOf, typed } from './trigger-words';

export type ScheduleKind = ScheduleConfig['kind'];

/** A schedule in the form; fields of other kinds keep their text. */
export interface ScheduleDraft {
  readonly kind: ScheduleKind;
  readonly cron: CronChoice;
  readonly zone: string;
  readonly every: string;
  readonly unit: EveryUnit;
  /** Date and time fields, in the reader's zone. */
  readonly from: string;
  readonly at: string;
  readonly misfire: ScheduleConfig['misfire'];
  readonly overlap: ScheduleConfig['overlap'];
}

export interface WebhookDraft {
  readonly isSigned: boolean;
  readonly signatureKind: NonNullable<WebhookConfig['signature']>['kind'];
  readonly signatureHeader: string;
  readonly prefix: string;
  readonly signatureSecret: string;
  readonly hasHeader: boolean;
  readonly headerName: string;
  readonly headerSecret: string;
  readonly reply: WebhookConfig['reply'];
  readonly timeout: string;
}

export interface FinishedDraft {
  readonly pipelineId: string;
  readonly statuses: FinishedConfig['statuses'];
}

/** A trigger in the form, with text as typed, so that invalid input is kept. */
export interface TriggerDraft {
  readonly type: TriggerType;
  readonly name: string;
  readonly enabled: boolean;
  readonly schedule: ScheduleDraft;
  readonly webhook: WebhookDraft;
  readonly finished: FinishedDraft;
  /** For a webhook: params come from the request, by name. */
  readonly isFromCall: boolean;
  readonly params: ParamDraftsByName;
}

/** An empty form. `zone` is the time zone of the browser. */
export function newDraft(type: TriggerType, declarations: Declarations, zone: string): TriggerDraft {
  return {
    type,
    name: '',
    enabled: true,
    schedule: {
      kind: 'cron',
      cron: FIRST_CHOICE,
      zone,
      every: '5',
      unit: 'minute',
      from: '',
      at: '',
      misfire: 'fire_once',
      overlap: 'allow',
    },
    webhook: {
      isSigned: false,
      signatureKind: 'body',
      signatureHeader: 'x-hub-signature-256',
      prefix: 'sha256=',
      signatureSecret: '',
      hasHeader: false,
      headerName: '',
      headerSecret: '',
      reply: 'at_once',
      timeout: '30',
    },
    finished: { pipelineId: '', statuses: ['completed'] },
    isFromCall: type === 'webhook',
    params: paramDraftsOf(declarations, {}),
  };
}

/** The form of an existing trigger. */
export function draftOfTrigger(
  trigger: TriggerDetail,
  declarations: Declarations,
  zone: string,
): TriggerDraft {
  const { name, enabled, type } = trigger;
  const fresh = newDraft(type, declarations, zone);
  const isFromCall = type === 'webhook' && Object.keys(trigger.params).length === 0;
  const params = paramDraftsOf(declarations, trigger.params);
  const shared = { ...fresh, name, enabled, isFromCall, params };
  const one = typed(trigger);
  if (one.type === 'schedule') return { ...shared, schedule: scheduleDraft(fresh.schedule, one.config) };
  if (one.type === 'webhook') return { ...shared, webhook: webhookDraft(fresh.webhook, one.config) };
  return { ...shared, finished: { pipelineId: one.config.pipeline_id, statuses: one.config.statuses } };
}

function scheduleDraft(fresh: ScheduleDraft, config: ScheduleConfig): ScheduleDraft {
  const { kind, misfire, overlap } = config;
  const shared = { ...fresh, kind, misfire, overlap };
  if (config.kind === 'once') return { ...shared, at: toLocalField(config.at) };
  if (config.kind === 'cron') return { ...shared, cron: choiceOf(config.cron), zone: config.time_zone };
  const { count, unit } = everyOf(config.every_seconds);
  const from = config.from === undefined ? '' : toLocalField(config.from);
  return { ...shared, every: String(count), unit, from };
}

function webhookDraft(fresh: WebhookDraft, config: WebhookConfig): WebhookDraft {
  const { signature, header, reply, reply_timeout_seconds } = config;
  return {
    ...fresh,
    reply,
    timeout: String(reply_timeout_seconds),
    ...(signature
      ? {
          isSigned: true,
          signatureKind: signature.kind,
          signatureSecret: signature.secret,
          ...(signature.kind === 'body'
            ? { signatureHeader: signature.header, prefix: signature.prefix }
            : {}),
        }
      : {}),
    ...(header ? { hasHeader: true, headerName: header.name, headerSecret: header.secret } : {}),
  };
}
