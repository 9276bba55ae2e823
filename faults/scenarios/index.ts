import type { Scenario } from '../scenario';
import { clocks } from './clocks';
import { database } from './database';
import { failpoints } from './failpoints';
import { kills } from './kills';
import { notifications } from './notifications';
import { partitions } from './partitions';
import { submits } from './submits';
import { zombies } from './zombies';

/** Every scenario, in the order in which they are carried out. */
export const scenarios: readonly Scenario[] = [
  submits,
  notifications,
  kills,
  failpoints,
  zombies,
  partitions,
  clocks,
  database,
];
