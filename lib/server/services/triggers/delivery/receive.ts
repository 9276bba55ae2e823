import type { Json, JsonObject } from '@/engine';
import { paramsOfRequest, readingBody, triggerParams, webhookTrigger } from '@/engine/triggers';
import { type WebhookConfig, webhookConfigSchema } from '@/lib/contracts/triggers';
import { deadlineOf } from '../../../deadline';
import { newId } from '../../../ids';
import { inTurns } from '../../../in-turns';
import { insertDelivery } from '../../../store/deliveries/insert-delivery';
import { runOfEvent } from '../../../store/deliveries/runs-of-triggers';
import { findTrigger, type TriggerRow } from '../../../store/triggers';
import type { ServiceContext } from '../../context';
import {
  Invalid,
  isServiceError,
  NotFound,
  StorageFull,
  Unauthorized,
  Unavailable,
  Unprocessable,
} from '../../errors';
import { isToken } from '../address';
import { SecretMissing, wrongHeader, wrongSignature } from './authorize';
import { deliver } from './deliver';
import { deliveryKey } from './delivery-key';
import type { RequestedRun } from './prepare';
import type { Refusal } from './refusal';
import { type HookAnswer, replyOf, type StartedRun } from './reply';
import { keptAsTestEvent } from './test-event';

export type { HookAnswer } from './reply';

/** A call of a webhook. */
export interface WebhookCall {
  readonly id: string;
  /** The random part of the address. */
  readonly token: string;
  readonly method: string;
  readonly headers: Headers;
  readonly query: URLSearchParams;
  /**
   * Reads the body, after the other checks.
   * @throws TooLarge
   */
  readonly body: () => Promise<Uint8Array>;
  readonly signal: AbortSignal;
}

/**
 * Accepts a call of a webhook: authenticates the caller, starts a run, and answers immediately or with the
 * run's outputs.
 * @throws NotFound when the webhook does not exist, is off, or the address is wrong
 * @throws Unauthorized, TooLarge, Invalid
 * @throws Unprocessable with `Diagnostic[]` as details when the pipeline or the params have problems
 * @throws QueueFull, StorageFull, Unavailable when a later call may succeed
 */
export async function receiveHook(ctx: ServiceContext, call: WebhookCall): Promise<HookAnswer> {
  const trigger = await findTrigger(ctx.sql, call.id);
  const isKnown = isToken(call.token, trigger?.tokenHash);
  if (!trigger || !isKnown || !trigger.enabled) throw noHook();
  const config = webhookConfigSchema.parse(trigger.config);
  const bytes = await authorized(ctx, { trigger, config, call });
  const body = await readBody(ctx, { trigger, call, bytes });
  const payload = payloadOf(ctx, { trigger, config, call, body });
  if (await keptAsTestEvent(ctx, trigger, payload.trigger)) return { kind: 'kept', body: { sample: true } };
  const started = await startRun(ctx, { trigger, config, call, payload });
  if (config.reply === 'at_once') return { kind: 'accepted', body: started };
  const deadline = deadlineOf(call.signal, config.reply_timeout_seconds * 1000);
  return replyOf(ctx, started, deadline.signal).finally(deadline.done);
}

interface Received {
  readonly trigger: TriggerRow;
  readonly config: WebhookConfig;
  readonly call: WebhookCall;
}

/** The body of an authenticated call. Headers are checked before the body is read. */
async function authorized(ctx: ServiceContext, { trigger, config, call }: Received): Promise<Uint8Array> {
  const { headers } = call;
  try {
    const first = await wrongHeader(ctx, config, { headers });
    const bytes = first === undefined ? await call.body() : new Uint8Array();
    const wrong = first ?? (await wrongSignature(ctx, config, { headers, body: bytes }));
    if (wrong === undefined) return bytes;
    await recordThrottled(ctx, trigger, { outcome: 'refused', reason: 'unauthorized', detail: wrong });
    throw new Unauthorized(wrong);
  } catch (error) {
    if (!(error instanceof SecretMissing)) throw error;
    await recordThrottled(ctx, trigger, { outcome: 'refused', reason: 'internal', detail: error.message });
    throw new Unavailable(
      'The webhook cannot authenticate the request. The history of the trigger shows the reason.',
    );
  }
}

/** Records refused calls of each kind at most once a minute, since their number is unlimited. */
async function recordThrottled(ctx: ServiceContext, { id }: TriggerRow, refusal: Refusal): Promise<void> {
  const minute = ctx.now().toISOString().slice(0, 16);
  const eventKey = `${refusal.reason} ${minute}`;
  await insertDelivery(ctx.sql, { id: newId('delivery'), triggerId: id, eventKey, ...refusal });
}

/** The parsed body. @throws Invalid, which is recorded at most once a minute */
async function readBody(
  ctx: ServiceContext,
  { trigger, call, bytes }: Pick<Received, 'trigger' | 'call'> & { readonly bytes: Uint8Array },
): Promise<Json> {
  try {
    return await parseBody(call.headers.get('content-type') ?? undefined, bytes);
  } catch (error) {
    if (error instanceof Invalid) {
      await recordThrottled(ctx, trigger, { outcome: 'refused', reason: 'invalid', detail: error.message });
    }
    throw error;
  }
}

async function parseBody(contentType: string | undefined, bytes: Uint8Array): Promise<Json> {
  const text = textOf(bytes);
  const read =
    text === undefined
      ? { problem: 'The body is not UTF-8.' }
      : await inTurns(readingBody({ contentType, text }));
  if ('problem' in read) throw new Invalid(read.problem);
  return read.body;
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function startRun(
  ctx: ServiceContext,
  received: Received & { readonly payload: Payload },
): Promise<StartedRun> {
  const { trigger, config, call } = received;
  const own = newId('delivery');
  const key = deliveryKey(config, call.headers);
  const eventKey = key ?? `call ${own}`;
  const known = key === undefined ? undefined : await runOfEvent(ctx.sql, trigger.id, eventKey);
  if (known) return { run: known, repeated: true };
  await requireSpace(ctx, trigger);
  const event = { trigger, eventKey, refusedAs: `refused ${own}`, requested: requestedRun(received) };
  const [{ outcome } = { outcome: { kind: 'gone' } as const }] = await deliver(ctx, [event]);
  switch (outcome.kind) {
    case 'started':
      return { run: { id: outcome.id, number: outcome.number } };
    case 'known':
      return { run: { id: outcome.id, number: outcome.number }, repeated: true };
    case 'gone':
      throw noHook();
    case 'refused':
      throw errorOf(outcome.refusal, outcome.error);
  }
}

/** @throws StorageFull, which is recorded at most once a minute to save space */
async function requireSpace(ctx: ServiceContext, trigger: TriggerRow): Promise<void> {
  const reason = await ctx.storage.reason();
  if (!reason) return;
  const detail = reason.message;
  await recordThrottled(ctx, trigger, { outcome: 'refused', reason: 'storage_full', detail });
  throw new StorageFull(detail);
}

/** A call as templates read it. */
interface Payload {
  readonly receivedAt: string;
  /** The value of `trigger`. */
  readonly trigger: JsonObject;
}

function payloadOf(
  ctx: ServiceContext,
  { config, call: { method, headers, query }, body }: Received & { readonly body: Json },
): Payload {
  const receivedAt = ctx.now().toISOString();
  const secretHeader = config.header?.name;
  return {
    receivedAt,
    trigger: webhookTrigger({ method, headers, query }, body, { secretHeader, receivedAt }),
  };
}

/** Uses the params of the trigger, or of the request if the trigger has none. */
function requestedRun({ trigger, call, payload }: Received & { readonly payload: Payload }): RequestedRun {
  const isOpen = Object.keys(trigger.params).length === 0;
  return {
    trigger: 'webhook',
    params: (declared) =>
      isOpen
        ? paramsOfRequest(payload.trigger, declared)
        : triggerParams({ params: trigger.params, trigger: payload.trigger, now: payload.receivedAt }),
    origin: { received_at: payload.receivedAt },
    sent: {
      traceparent: call.headers.get('traceparent') ?? undefined,
      tracestate: call.headers.get('tracestate') ?? undefined,
    },
  };
}

/** The error of a refused call. */
function errorOf({ reason, detail }: Refusal, error: unknown): unknown {
  switch (reason) {
    case 'invalid':
      return new Unprocessable(detail, {
        details: isServiceError(error) ? error.details : [{ path: 'params', message: detail }],
        cause: error,
      });
    case 'quarantined':
      return new Unavailable(detail);
    default:
      return error;
  }
}

function noHook(): NotFound {
  return new NotFound('Webhook not found. Copy the URL again from the trigger.');
}
