'use server';

import type { Answer } from '@/lib/contracts/errors';
import * as contract from '@/lib/contracts/triggers';
import { guard } from '../server';

/** Adds a trigger; refused with `invalid` and `{path, message}[]` when fields of it cannot be used. */
export async function addTrigger(input: contract.AddTriggerInput): Promise<contract.TriggerResult> {
  return guard(async (app) => ({ trigger: await app.triggers.add(contract.addTriggerInput.parse(input)) }));
}

/** Replaces everything of a trigger but its type and address; refused as `addTrigger` is. */
export async function changeTrigger(input: contract.ChangeTriggerInput): Promise<contract.TriggerResult> {
  return guard(async (app) => ({
    trigger: await app.triggers.change(contract.changeTriggerInput.parse(input)),
  }));
}

/** Turns a trigger on or off. */
export async function enableTrigger(input: contract.EnableTriggerInput): Promise<contract.TriggerResult> {
  return guard(async (app) => ({
    trigger: await app.triggers.enable(contract.enableTriggerInput.parse(input)),
  }));
}

/** Deletes a trigger with its history; its runs are kept. */
export async function removeTrigger(id: string): Promise<Answer> {
  return guard((app) => app.triggers.remove(contract.triggerIdInput.parse({ id })));
}

/** Gives a webhook another address; the one it had works no more. */
export async function renewTriggerAddress(id: string): Promise<contract.TriggerResult> {
  return guard(async (app) => ({
    trigger: await app.triggers.renewAddress(contract.triggerIdInput.parse({ id })),
  }));
}
