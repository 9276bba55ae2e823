export { auditEvents } from './audit-events';
export { blobs } from './blobs';
export { clusters } from './clusters';
export { debugSettings } from './debug-settings';
export {
  deploymentEvents,
  deploymentKeys,
  deploymentLimits,
  deploymentReplicas,
  deployments,
} from './deployments';
export { files } from './files';
export { deploymentMinutes, gatewayLoads } from './gateway';
export { installation } from './installation';
export { listeners } from './listeners';
export { modelFiles, models } from './models';
export { notices } from './notices';
export { outbox } from './outbox';
export { outputPins } from './output-pins';
export { payloads, runPayloads } from './payloads';
export { pipelineDrafts } from './pipeline-drafts';
export { pipelineTests } from './pipeline-tests';
export { pipelineVersions } from './pipeline-versions';
export { pipelines } from './pipelines';
export { runCommands } from './run-commands';
export { runDigests } from './run-digests';
export { runEvents } from './run-events';
export { runs } from './runs';
export { savedSearches } from './saved-searches';
export { secrets } from './secrets';
export { triggerDeliveries } from './trigger-deliveries';
export { triggerSamples } from './trigger-samples';
export { triggers } from './triggers';
export { workers } from './workers';
