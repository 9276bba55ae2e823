export { blobs } from './blobs';
export { files } from './files';
export { payloads, runPayloads } from './payloads';
export { pipelineVersions } from './pipeline-versions';
export { pipelines } from './pipelines';
export { runCommands } from './run-commands';
export { runEvents } from './run-events';
export { runs } from './runs';
export { secrets } from './secrets';
