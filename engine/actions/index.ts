import type { z } from 'zod';
import { createCatalogue } from '../catalogue';
import { aggregate } from './control_flow/aggregate';
import { conditional } from './control_flow/conditional';
import { fail } from './control_flow/fail';
import { log } from './control_flow/log';
import { loop } from './control_flow/loop';
import { setOutput } from './control_flow/set_output';
import { transform } from './control_flow/transform';
import { wait } from './control_flow/wait';
import { waitUntil } from './control_flow/wait_until';
import { database } from './integration/database';
import { email } from './integration/email';
import { httpRequest } from './integration/http_request';
import { notification } from './integration/notification';

/** THE REGISTRY: every action there is, in palette order. A new action is one file and one line here. */
export const actions = [
  conditional,
  loop,
  transform,
  aggregate,
  setOutput,
  log,
  wait,
  waitUntil,
  fail,
  httpRequest,
  notification,
  email,
  database,
] as const;

/** Finds actions by type or alias, and describes them as data. */
export const catalogue = createCatalogue(actions);

type Action = (typeof actions)[number];

/** Types of all actions, as step JSON names them. */
export type ActionType = Action['type'];

/** Parameters of one action, as they may be written. */
export type ParamsOf<T extends ActionType> = z.input<Extract<Action, { type: T }>['params']>;

/** What one action gives, as later steps read it. */
export type OutputOf<T extends ActionType> = z.output<Extract<Action, { type: T }>['output']>;
