import { createCatalogue } from '../catalogue';
import { clusterHealth } from './cluster/cluster_health';
import { aggregate } from './control_flow/aggregate';
import { conditional } from './control_flow/conditional';
import { fail } from './control_flow/fail';
import { log } from './control_flow/log';
import { loop } from './control_flow/loop';
import { setOutput } from './control_flow/set_output';
import { transform } from './control_flow/transform';
import { wait } from './control_flow/wait';
import { waitUntil } from './control_flow/wait_until';
import { deploymentCreate } from './deployment/deployment_create';
import { deploymentDelete } from './deployment/deployment_delete';
import { deploymentRatelimit } from './deployment/deployment_ratelimit';
import { deploymentScale } from './deployment/deployment_scale';
import { deploymentStatus } from './deployment/deployment_status';
import { database } from './integration/database';
import { email } from './integration/email';
import { httpRequest } from './integration/http_request';
import { notification } from './integration/notification';
import { cloudModelAdd } from './model/cloud_model_add';
import { modelAdd } from './model/model_add';
import { modelBenchmark } from './model/model_benchmark';
import { modelDelete } from './model/model_delete';
import { modelStatus } from './model/model_status';

/** The registry of all actions, in palette order. A new action is one file and one line here. */
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
  deploymentCreate,
  deploymentScale,
  deploymentRatelimit,
  deploymentDelete,
  deploymentStatus,
  modelAdd,
  cloudModelAdd,
  modelBenchmark,
  modelDelete,
  modelStatus,
  clusterHealth,
  httpRequest,
  notification,
  email,
  database,
] as const;

/** Finds actions by type or alias, and describes them as data. */
export const catalogue = createCatalogue(actions);

/** Types that actions produce and adapters check again. */
export { transform } from './control_flow/transform';
export { hasControl, type Mailbox, parseMailbox, uniqueMailboxes } from './integration/mail_address';
export { parseSmtpUrl } from './integration/smtp_url';
export { HOLE, scanSql } from './integration/sql_scan';
export { checkBoundPlaces, outlineSql, type SqlOutline } from './integration/sql_text';
