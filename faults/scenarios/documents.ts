import { describeDocuments, runDocuments } from '../documents/children';
import type { Scenario } from '../scenario';

/** Distance between the seeds of two scenarios. */
const SEEDS = 1_000_000;

/** Documents that try to crash their process, executed by the engine under a memory limit. */
export const documents: Scenario = {
  name: 'documents',
  run: async (_, { short, seed }) => {
    const result = await runDocuments({ first: seed * SEEDS, count: short ? 300 : 50_000 }, 2);
    return { lines: describeDocuments(result), problems: result.problems };
  },
};
