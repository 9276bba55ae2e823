'use server';

import type { Answer } from '@/lib/contracts/errors';
import * as contract from '@/lib/contracts/models';
import { guard } from '../server';

/** Starts the download of a model. */
export async function addModel(input: contract.AddModelInput): Promise<Answer<{ id: string }>> {
  return guard((app) => app.models.add(contract.addModelInput.parse(input)));
}

/** Adds a model of a provider. */
export async function addCloudModel(input: contract.AddCloudModelInput): Promise<Answer<{ id: string }>> {
  return guard((app) => app.models.addCloud(contract.addCloudModelInput.parse(input)));
}

/** Starts a failed download again. */
export async function resumeModel(id: string): Promise<Answer> {
  return guard((app) => app.models.fetchAgain(contract.modelIdInput.parse({ id })));
}

/** Cancels the download of a model. */
export async function cancelModel(id: string): Promise<Answer> {
  return guard((app) => app.models.cancel(contract.modelIdInput.parse({ id })));
}

/** Deletes a model. */
export async function deleteModel(id: string): Promise<Answer<{ freed_bytes: number }>> {
  return guard((app) => app.models.remove(contract.modelIdInput.parse({ id })));
}
