import type { GivenOutput, GivenOutputs, Json } from '@/engine';
import type { PinInput, PinRecord } from '@/lib/contracts/pins';
import { listPins, type PinRow, removePin } from '../../store/output-pins';
import { payloadValues } from '../../store/payloads';
import { findHead } from '../../store/pipeline-head';
import type { ServiceContext } from '../context';
import { Conflict, NotFound } from '../errors';
import { doesNotExist } from '../not-found';

type Context = Pick<ServiceContext, 'sql'>;

/** The pinned outputs of a pipeline, without their values. @throws NotFound */
export async function listOutputPins(ctx: Context, { id }: { id: string }): Promise<{ pins: PinRecord[] }> {
  if ((await findHead(ctx.sql, id)) === undefined) throw doesNotExist('pipeline', id);
  return { pins: (await listPins(ctx.sql, id)).map(toRecord) };
}

/** A pinned output with its value. @throws NotFound */
export async function getOutputPin(
  ctx: Pick<ServiceContext, 'sql' | 'blobs'>,
  { id, step }: PinInput,
): Promise<PinRecord & { value: Json }> {
  const pin = (await listPins(ctx.sql, id)).find((each) => each.step === step);
  if (!pin) throw notPinned(step);
  const { payload } = pin;
  if ('value' in payload) return { ...toRecord(pin), value: payload.value };
  const value = (await payloadValues(ctx, [payload.ref])).get(payload.ref);
  if (value === undefined)
    throw new Conflict(
      `The pinned output of ${step} is missing in the storage. Remove the pin and pin it again.`,
    );
  return { ...toRecord(pin), value };
}

/** Removes a pinned output. @throws NotFound */
export async function removeOutputPin(ctx: Context, { id, step }: PinInput): Promise<PinRecord> {
  const pin = await removePin(ctx.sql, id, step);
  if (!pin) throw notPinned(step);
  return toRecord(pin);
}

/** The pinned outputs of a pipeline, for a try. */
export async function pinnedOutputs(ctx: Context, id: string): Promise<GivenOutputs> {
  const pins = await listPins(ctx.sql, id);
  return new Map(
    pins.map(({ step, payload }): [string, GivenOutput] => [step, { source: 'pinned', output: payload }]),
  );
}

export function toRecord({ step, run, pinnedAt }: Omit<PinRow, 'payload'>): PinRecord {
  return { step, run, pinnedAt };
}

function notPinned(step: string): NotFound {
  return new NotFound(`The output of ${step} is not pinned. Pin it in a run, or enter a value.`);
}
