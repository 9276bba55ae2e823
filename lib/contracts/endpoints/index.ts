import type { Endpoint } from '../endpoint';
import { breakpointEndpoints } from './breakpoints';
import { channelEndpoints } from './channels';
import { clusterEndpoints } from './clusters';
import { deploymentEndpoints } from './deployments';
import { historyEndpoints } from './history';
import { lineageEndpoints } from './lineage';
import { modelEndpoints } from './models';
import { noticeEndpoints } from './notices';
import { pinEndpoints } from './pins';
import { testEndpoints } from './pipeline-tests';
import { pipelineEndpoints } from './pipelines';
import { rerunEndpoints } from './reruns';
import { runDiffEndpoints } from './run-diffs';
import { runEventEndpoints } from './run-events';
import { runTimeEndpoints } from './run-time';
import { runEndpoints } from './runs';
import { savedSearchEndpoints } from './saved-searches';
import { secretEndpoints } from './secrets';
import { systemEndpoints } from './system';
import { tryEndpoints } from './tries';
import { triggerEndpoints } from './triggers';

/** Every endpoint of the HTTP API, by subject, in the order of the reference page. */
export const ENDPOINTS: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  pipelines: pipelineEndpoints,
  history: historyEndpoints,
  runs: { ...runEndpoints, ...runEventEndpoints, ...runDiffEndpoints, ...runTimeEndpoints },
  lineage: lineageEndpoints,
  savedSearch: savedSearchEndpoints,
  reruns: rerunEndpoints,
  try: tryEndpoints,
  pins: pinEndpoints,
  breakpoints: breakpointEndpoints,
  tests: testEndpoints,
  triggers: triggerEndpoints,
  notices: noticeEndpoints,
  models: modelEndpoints,
  deployments: deploymentEndpoints,
  secrets: secretEndpoints,
  channels: channelEndpoints,
  clusters: clusterEndpoints,
  system: systemEndpoints,
};
