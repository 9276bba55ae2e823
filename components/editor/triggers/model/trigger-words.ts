import { formatExactly } from '@/components/ui/format';
import type {
  FinishedConfig,
  ScheduleConfig,
  TriggerDelivery,
  TriggerDetail,
  WebhookConfig,
} from '@/lib/contracts/triggers';
import { cronWords } from './cron-words';
import { REASON_WORDS } from './looks';

/** A trigger with the configuration of its type. */
export type TypedTrigger =
  | { readonly type: 'schedule'; readonly config: ScheduleConfig }
  | { readonly type: 'webhook'; readonly config: WebhookConfig }
  | { readonly type: 'pipeline_finished'; readonly config: FinishedConfig };

/** Narrows the configuration by type: the server sends no other pairs. */
export function typed({ type, config }: Pick<TriggerDetail, 'type' | 'config'>): TypedTrigger {
  return { type, config } as TypedTrigger;
}

/** A one-line summary: `Every weekday at 09:00, Europe/Berlin`. */
export function summaryOf(trigger: TriggerDetail, zone: string): string {
  const one = typed(trigger);
  if (one.type === 'schedule') return scheduleWords(one.config, zone);
  if (one.type === 'webhook') return webhookWords(one.config);
  return finishedWords(one.config, trigger.sourceName);
}

/** A description of a schedule; `zone` is the time zone of the browser, for instants. */
export function scheduleWords(config: ScheduleConfig, zone: string): string {
  if (config.kind === 'once') return `Once on ${formatExactly(config.at, zone)}`;
  if (config.kind === 'interval') return everyWords(config.every_seconds);
  return `${cronWords(config.cron) ?? config.cron}, ${config.time_zone}`;
}

const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;

export type EveryUnit = (typeof UNITS)[number]['unit'];

/** Seconds in the largest unit without a remainder: 7200 is 2 hours. */
export function everyOf(seconds: number): { readonly count: number; readonly unit: EveryUnit } {
  const found = UNITS.find((each) => seconds % each.seconds === 0);
  return found ? { count: seconds / found.seconds, unit: found.unit } : { count: seconds, unit: 'second' };
}

/** Seconds of one unit. */
export function secondsOf(unit: EveryUnit): number {
  return UNITS.find((each) => each.unit === unit)?.seconds ?? 1;
}

function everyWords(seconds: number): string {
  const { count, unit } = everyOf(seconds);
  return count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`;
}

function webhookWords({ signature, header, reply }: WebhookConfig): string {
  const checks = [
    ...(signature
      ? [`signed with ${signature.secret}${signature.kind === 'standard' ? ' (Standard Webhooks)' : ''}`]
      : []),
    ...(header ? [`header ${header.name} must match ${header.secret}`] : []),
  ];
  const called = checks.length === 0 ? 'Anyone who knows the URL' : `POST, ${checks.join(' and ')}`;
  return reply === 'outputs' ? `${called}; responds with the outputs` : called;
}

function finishedWords({ statuses }: FinishedConfig, name: string | null): string {
  const ends = statuses.map((status) => (status === 'cancelled' ? 'is cancelled' : `has ${status}`));
  return `When ${name ?? 'a deleted pipeline'} ${ends.join(' or ')}`;
}

/** Why a delivery started no run, in one sentence; undefined when it started one. */
export function whyNot({ outcome, reason, detail }: TriggerDelivery): string | undefined {
  if (outcome === 'started') return undefined;
  if (detail !== null && detail !== '') return detail;
  const words = reason === null ? undefined : REASON_WORDS[reason];
  return words === undefined ? 'No reason recorded.' : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
