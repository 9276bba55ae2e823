import { describeDocuments, runDocuments } from '../documents/children';
import type { Scenario } from '../scenario';

/** Seeds of one scenario stay clear of those of the next one. */
const SEEDS = 1_000_000;

/** Documents made to end the process that runs them, each carried out by the engine under a limit of memory. */
export const documents: Scenario = {
  name: 'documents',
  run: async (_, { short, seed }) => {
    const result = await runDocuments({ first: seed * SEEDS, count: short ? 300 : 50_000 }, 2);
    return { lines: describeDocuments(result), problems: result.problems };
  },
};
