import type { ModelSource } from '@/engine/models';
import type { DatabaseTarget } from '../../db/connect';
import { openPool } from '../../db/open';
import { openRegistry, stepRequest } from './registry';

/** The request of a process that adds a model. */
export interface AddRequest {
  readonly target: DatabaseTarget;
  readonly folder: string;
  readonly source: ModelSource;
  readonly uri: string;
}

/** Adds the model of the request in its argument, as a step does. */
const { target, folder, ...asked }: AddRequest = JSON.parse(process.argv[2] ?? '');
await openRegistry({ database: openPool(target), folder }).registry.add(stepRequest(asked));
