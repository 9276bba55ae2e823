'use server';

import type { Answer } from '@/lib/contracts/errors';
import * as contract from '@/lib/contracts/triggers';
import { guard } from '../server';

/** Adds a trigger; refused with `invalid` and `{path, message}[]` when fields are invalid. */
export async function addTrigger(input: contract.AddTriggerInput): Promise<contract.TriggerResult> {
  return guard(async (app) => ({ trigger: await app.triggers.add(contract.addTriggerInput.parse(input)) }));
}

/** Replaces a trigger except its type and address; refused like `addTrigger`. */
export async function changeTrigger(input: contract.ChangeTriggerInput): Promise<contract.TriggerResult> {
  return guard(async (app) => ({
    trigger: await app.triggers.change(contract.changeTriggerInput.parse(input)),
  }));
}

/** Enables or disables a trigger. */
export async function enableTrigger(input: contract.EnableTriggerInput): Promise<contract.TriggerResult> {
  return guard(async (app) => ({
    trigger: await app.triggers.enable(contract.enableTriggerInput.parse(input)),
  }));
}

/** Deletes a trigger with its deliveries; its runs stay. */
export async function removeTrigger(id: string): Promise<Answer> {
  return guard((app) => app.triggers.remove(contract.triggerIdInput.parse({ id })));
}

/** Replaces the address of a webhook; the previous one stops working. */
export async function renewTriggerAddress(id: string): Promise<contract.TriggerResult> {
  return guard(async (app) => ({
    trigger: await app.triggers.renewAddress(contract.triggerIdInput.parse({ id })),
  }));
}

/** Keeps the next call of a webhook as its test event. */
export async function startListening(input: contract.ListenTriggerInput): Promise<contract.SampleResult> {
  return guard(async (app) => ({
    sample: await app.triggers.listen(contract.listenTriggerInput.parse(input)),
  }));
}

/** Stops listening for a test event. */
export async function cancelListening(id: string): Promise<contract.SampleResult> {
  return guard(async (app) => ({
    sample: await app.triggers.stopListening(contract.triggerIdInput.parse({ id })),
  }));
}
