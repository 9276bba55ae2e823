import type { ModelSource } from '@/engine/models';
import type { DatabaseTarget } from '../../db/connect';
import { openPool } from '../../db/open';
import { openRegistry, stepRequest } from './registry';

/** What a process adds, and where. */
export interface AddOrder {
  readonly target: DatabaseTarget;
  readonly folder: string;
  readonly source: ModelSource;
  readonly uri: string;
}

/** Adds the model of the order in its argument, as a step does. */
const { target, folder, ...asked }: AddOrder = JSON.parse(process.argv[2] ?? '');
await openRegistry({ database: openPool(target), folder }).registry.add(stepRequest(asked));
