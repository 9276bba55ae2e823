'use server';

import { revalidatePath } from 'next/cache';
import type { Answer } from '@/lib/contracts/errors';
import * as contract from '@/lib/contracts/secrets';
import { guard } from '../server';

/** Stores a new secret; refused with `conflict` when there is one of this name. */
export async function addSecret(input: contract.AddSecretInput): Promise<contract.SecretResult> {
  const result = await guard((app) => app.secrets.add(contract.addSecretInput.parse(input)));
  revalidatePath('/settings', 'layout');
  return result;
}

/** Changes what is said about a secret, and its value when one is given. */
export async function changeSecret(input: contract.ChangeSecretInput): Promise<contract.SecretResult> {
  const result = await guard((app) => app.secrets.change(contract.changeSecretInput.parse(input)));
  revalidatePath('/settings', 'layout');
  return result;
}

/** Deletes a secret for good. */
export async function deleteSecret(name: string): Promise<Answer> {
  const result = await guard((app) => app.secrets.remove(contract.secretNameInput.parse({ name })));
  revalidatePath('/settings', 'layout');
  return result;
}

/** Sets a setting of a channel. */
export async function setChannel(input: contract.SetChannelInput): Promise<Answer> {
  const result = await guard((app) => app.channels.set(contract.setChannelInput.parse(input)));
  revalidatePath('/settings', 'layout');
  return result;
}

/** Takes back a setting of a channel. */
export async function clearChannel(name: string): Promise<Answer> {
  const result = await guard((app) => app.channels.clear(contract.clearChannelInput.parse({ name })));
  revalidatePath('/settings', 'layout');
  return result;
}
