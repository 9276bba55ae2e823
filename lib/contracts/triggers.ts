import { z } from 'zod';
import { isJson, type Json } from '@/engine/json';
import { RUN_STATUSES } from '@/engine/run/state/state';
import { boundedParams } from './bounded-json';
import type { Answer } from './errors';
import { wholeNumberText } from './whole-number';

/** Types of triggers. */
export const TRIGGER_TYPES = ['schedule', 'webhook', 'pipeline_finished'] as const;
export type TriggerType = (typeof TRIGGER_TYPES)[number];

/** What to do about due times that passed while no server ran. */
export const MISFIRE_RULES = ['skip', 'fire_once', 'fire_all'] as const;

/** What to do when the schedule is due while a run that it started is active. */
export const OVERLAP_RULES = ['allow', 'skip'] as const;

const timing = {
  /** @default "fire_once" */
  misfire: z.enum(MISFIRE_RULES).default('fire_once'),
  /** @default "allow" */
  overlap: z.enum(OVERLAP_RULES).default('allow'),
};

/** When a schedule is due. */
export const scheduleConfigSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('cron'),
    /** Five fields, or six with seconds first. */
    cron: z.string().min(1).max(200),
    /** IANA name. @default "UTC" */
    time_zone: z.string().min(1).max(100).default('UTC'),
    ...timing,
  }),
  z.strictObject({
    kind: z.literal('interval'),
    every_seconds: z.int().min(1).max(31_536_000),
    /** Start of the schedule. @default the time of its creation */
    from: z.iso.datetime().optional(),
    ...timing,
  }),
  z.strictObject({ kind: z.literal('once'), at: z.iso.datetime(), ...timing }),
]);
export type ScheduleConfig = z.output<typeof scheduleConfigSchema>;

const secretName = z.string().min(1).max(100);

/**
 * How callers sign. `body`: the HMAC-SHA-256 of the body, in hex, as by GitHub and others. `standard`: of webhook-id,
 * webhook-timestamp and the body, according to https://www.standardwebhooks.com.
 */
export const SIGNATURE_KINDS = ['body', 'standard'] as const;

/** Who may call a webhook, and its response. */
export const webhookConfigSchema = z.strictObject({
  /** A signature with a stored secret. */
  signature: z
    .strictObject({
      /** @default "body" */
      kind: z.enum(SIGNATURE_KINDS).default('body'),
      /** Of the kind `body`: the header with the signature. */
      header: z.string().min(1).max(100).default('x-hub-signature-256'),
      /** Of the kind `body`: the text before the hex digits. */
      prefix: z.string().max(40).default('sha256='),
      secret: secretName,
    })
    .optional(),
  /** A header that must contain the value of a stored secret. */
  header: z.strictObject({ name: z.string().min(1).max(100), secret: secretName }).optional(),
  /** `at_once` returns 202 with the run; `outputs` waits until it ends and returns its outputs. */
  reply: z.enum(['at_once', 'outputs']).default('at_once'),
  /** Longest wait for outputs, in seconds; then 202 as `at_once`. */
  reply_timeout_seconds: z.int().min(1).max(300).default(30),
});
export type WebhookConfig = z.output<typeof webhookConfigSchema>;

/** The pipeline and the statuses that fire the trigger. */
export const finishedConfigSchema = z.strictObject({
  pipeline_id: z.string().min(1).max(100),
  statuses: z
    .array(z.enum(['completed', 'failed', 'cancelled']))
    .min(1)
    .default(['completed']),
});
export type FinishedConfig = z.output<typeof finishedConfigSchema>;

/** Params of the runs: values, or templates that read `trigger`. Omitted params have their defaults. */
const paramsSchema = boundedParams();
const nameSchema = z.string().trim().min(1).max(200);
const idSchema = z.string().min(1).max(100);

const shared = { name: nameSchema, enabled: z.boolean().default(true), params: paramsSchema.default({}) };

/** A trigger in a request. */
export const triggerInput = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('schedule'), config: scheduleConfigSchema, ...shared }),
  z.strictObject({ type: z.literal('webhook'), config: webhookConfigSchema, ...shared }),
  z.strictObject({ type: z.literal('pipeline_finished'), config: finishedConfigSchema, ...shared }),
]);
export type TriggerInput = z.input<typeof triggerInput>;

export const addTriggerInput = z.strictObject({ pipelineId: idSchema, trigger: triggerInput });
export type AddTriggerInput = z.input<typeof addTriggerInput>;
/** Replaces everything but the type and the webhook's address. */
export const changeTriggerInput = z.strictObject({ id: idSchema, trigger: triggerInput });
export type ChangeTriggerInput = z.input<typeof changeTriggerInput>;
export const enableTriggerInput = z.strictObject({ id: idSchema, enabled: z.boolean() });
export type EnableTriggerInput = z.input<typeof enableTriggerInput>;
/** How long a webhook listens for a test event, in seconds. */
export const LISTEN_SECONDS = 300;

/** Keeps the next call of a webhook as its sample. */
export const listenTriggerInput = z.strictObject({
  id: idSchema,
  /** Whether that call also starts a run. */
  startsRun: z.boolean().default(false),
});
export type ListenTriggerInput = z.input<typeof listenTriggerInput>;

/** The test event of a webhook. */
export const triggerSampleSchema = z.object({
  /** Null while it does not listen. */
  listening: z.object({ until: z.iso.datetime(), startsRun: z.boolean() }).nullable(),
  /** Whether no call arrived while it listened. */
  timedOut: z.boolean(),
  /** The newest call that was kept: what templates read as `trigger`. Credentials are masked. */
  sample: z
    .object({ receivedAt: z.iso.datetime(), value: z.custom<Json>(isJson), shortened: z.boolean() })
    .nullable(),
});
export type TriggerSample = z.infer<typeof triggerSampleSchema>;

export const triggerIdInput = z.strictObject({ id: idSchema });
/** Shows when a schedule would be due, before it is stored. */
export const previewScheduleInput = z.strictObject({
  config: scheduleConfigSchema,
  count: z.int().min(1).max(20).default(5),
});
/** How a delivery ended. */
export const DELIVERY_OUTCOMES = ['started', 'skipped', 'refused'] as const;

export const listDeliveriesInput = z.strictObject({
  triggerId: idSchema,
  /** @default all */
  outcome: z.enum(DELIVERY_OUTCOMES).optional(),
  /** Id of the last delivery of the previous page. */
  before: idSchema.optional(),
  limit: wholeNumberText({ min: 1, max: 200 }).default(50),
});

/** Why a delivery started no run. */
export const DELIVERY_REASONS = [
  /** Due while no server ran, and the misfire rule is to skip. */
  'missed',
  /** The previous run is active. */
  'overlap',
  /** Runs of the pipeline are quarantined. */
  'quarantined',
  /** The queue of the pipeline or of the installation is full. */
  'queue_full',
  /** The server accepts no runs: too little space is free. */
  'storage_full',
  /** The pipeline or the params have problems. */
  'invalid',
  /** Pipelines started each other too many times in a row. */
  'chain_too_long',
  /** Signature or header were invalid. */
  'unauthorized',
  'internal',
] as const;

/** One event of a trigger and its outcome. */
export const triggerDeliverySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** Of a schedule: when it was due. */
  dueAt: z.iso.datetime().nullable(),
  outcome: z.enum(DELIVERY_OUTCOMES),
  reason: z.enum(DELIVERY_REASONS).nullable(),
  /** One sentence for people. */
  detail: z.string().nullable(),
  run: z.object({ id: z.string(), number: z.int(), status: z.enum(RUN_STATUSES) }).nullable(),
});
export type TriggerDelivery = z.infer<typeof triggerDeliverySchema>;

/** A trigger with the details of its tab. */
export const triggerDetailSchema = z.object({
  id: z.string(),
  pipelineId: z.string(),
  type: z.enum(TRIGGER_TYPES),
  name: z.string(),
  enabled: z.boolean(),
  config: z.union([scheduleConfigSchema, webhookConfigSchema, finishedConfigSchema]),
  params: z.record(z.string(), z.unknown()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Of an enabled schedule: the next few due times. */
  next: z.array(z.iso.datetime()).readonly(),
  /** Of a webhook: the path to call, with its token. */
  path: z.string().nullable(),
  /** Of `pipeline_finished`: the name of the source pipeline; null when it was deleted. */
  sourceName: z.string().nullable(),
  /** The last delivery. */
  lastFiring: triggerDeliverySchema.nullable(),
});
export type TriggerDetail = z.infer<typeof triggerDetailSchema>;

/** The history of a trigger, newest first. */
export const deliveryPageSchema = z.object({
  deliveries: z.array(triggerDeliverySchema),
  /** Pass as `before` for the next page; null on the last one. */
  next: z.string().nullable(),
});
export type DeliveryPage = z.infer<typeof deliveryPageSchema>;

/** `problem` is a sentence why the schedule is never due, or invalid. */
export const schedulePreviewSchema = z.object({
  next: z.array(z.iso.datetime()),
  problem: z.string().nullable(),
});

export type TriggerResult = Answer<{ readonly trigger: TriggerDetail }>;
export type SampleResult = Answer<{ readonly sample: TriggerSample }>;
