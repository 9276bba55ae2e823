'use server';

import type { Answer } from '@/lib/contracts/errors';
import * as contract from '@/lib/contracts/pipeline-tests';
import { guard } from '../server';

/** Adds a test of a pipeline: a written one, or one kept from a run. */
export async function addTest(input: contract.AddTestRequest): Promise<contract.SavedTestResult> {
  return guard(async (app) => ({ saved: await app.tests.add(contract.addTestInput.parse(input)) }));
}

/** Replaces a test by a written one, or by what a run proposes. */
export async function changeTest(input: contract.ChangeTestRequest): Promise<contract.SavedTestResult> {
  return guard(async (app) => ({ saved: await app.tests.change(contract.changeTestInput.parse(input)) }));
}

/** Deletes a test. */
export async function removeTest(input: contract.TestInput): Promise<Answer> {
  return guard((app) => app.tests.remove(contract.testInput.parse(input)));
}
