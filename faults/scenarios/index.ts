import type { Scenario } from '../scenario';
import { clocks } from './clocks';
import { database } from './database';
import { deployments } from './deployments';
import { disk } from './disk';
import { documents } from './documents';
import { drains } from './drains';
import { embedded } from './embedded';
import { failpoints } from './failpoints';
import { kills } from './kills';
import { notifications } from './notifications';
import { partitions } from './partitions';
import { replicas } from './replicas';
import { scaling } from './scaling';
import { streams } from './streams';
import { submits } from './submits';
import { zombies } from './zombies';

/** Every scenario, in order of execution. */
export const scenarios: readonly Scenario[] = [
  documents,
  submits,
  streams,
  notifications,
  kills,
  drains,
  failpoints,
  zombies,
  partitions,
  clocks,
  database,
  disk,
  embedded,
  deployments,
  replicas,
  scaling,
];
