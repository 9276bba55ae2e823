'use server';

import { revalidatePath } from 'next/cache';
import type { Answer } from '@/lib/contracts/errors';
import * as contract from '@/lib/contracts/secrets';
import { guard } from '../server';

/** Stores a new secret; refused with `conflict` when the name exists. */
export async function addSecret(input: contract.AddSecretInput): Promise<contract.SecretResult> {
  const result = await guard((app) => app.secrets.add(contract.addSecretInput.parse(input)));
  revalidatePath('/settings', 'layout');
  return result;
}

/** Changes description and hosts of a secret, and its value when one is given. */
export async function changeSecret(input: contract.ChangeSecretInput): Promise<contract.SecretResult> {
  const result = await guard((app) => app.secrets.change(contract.changeSecretInput.parse(input)));
  revalidatePath('/settings', 'layout');
  return result;
}

/** Deletes a secret permanently. */
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

/** Clears a setting of a channel. */
export async function clearChannel(name: string): Promise<Answer> {
  const result = await guard((app) => app.channels.clear(contract.clearChannelInput.parse({ name })));
  revalidatePath('/settings', 'layout');
  return result;
}
