import type { TryFunctionInput } from '@/lib/contracts/functions';
import { listAudit } from './services/audit/list';
import { clearChannel } from './services/channels/clear';
import { listChannels } from './services/channels/list';
import { setChannel } from './services/channels/set';
import { addCluster } from './services/clusters/add';
import { checkCluster } from './services/clusters/health';
import { listClusters } from './services/clusters/list';
import { removeCluster } from './services/clusters/remove';
import { testCluster } from './services/clusters/test';
import type { ServiceContext } from './services/context';
import { getFile } from './services/files/get';
import { listFiles } from './services/files/list';
import { type Trying, tryFunction } from './services/functions/try';
import { addModel } from './services/models/add';
import { cancelModel } from './services/models/cancel';
import { fetchModelAgain } from './services/models/fetch-again';
import { listModels } from './services/models/list';
import { removeModel } from './services/models/remove';
import { listNotices } from './services/notices/list';
import { markNotice, markNotices } from './services/notices/mark';
import { createPipeline } from './services/pipelines/create';
import { duplicatePipeline } from './services/pipelines/duplicate';
import { getPipeline } from './services/pipelines/get';
import { listPipelines } from './services/pipelines/list';
import { removePipeline } from './services/pipelines/remove';
import { renamePipeline } from './services/pipelines/rename';
import { restoreVersion } from './services/pipelines/restore-version';
import { savePipeline } from './services/pipelines/save';
import { saveDraft } from './services/pipelines/save-draft';
import { saveVersion } from './services/pipelines/save-version';
import { cancelRun } from './services/runs/cancel';
import { countRuns } from './services/runs/count';
import { runEvents } from './services/runs/events';
import { getRun } from './services/runs/get';
import { eventsOfIteration, listIterations } from './services/runs/iterations';
import { listRuns } from './services/runs/list';
import { pauseRun } from './services/runs/pause';
import { runPayload } from './services/runs/payload';
import { pinRun } from './services/runs/pin';
import { rerunRun } from './services/runs/rerun';
import { resolveInterrupted } from './services/runs/resolve';
import { resumeRun } from './services/runs/resume';
import { signalRun } from './services/runs/signal';
import { createSnapshots } from './services/runs/snapshot';
import { startRun } from './services/runs/start';
import { startShownRun } from './services/runs/start-shown';
import { watchRun } from './services/runs/watch';
import { addSecret } from './services/secrets/add';
import { changeSecret } from './services/secrets/change';
import { listSecretNames, listSecrets } from './services/secrets/list';
import { removeSecret } from './services/secrets/remove';
import { addTrigger } from './services/triggers/add';
import { changeTrigger, enableTrigger } from './services/triggers/change';
import { listDeliveries } from './services/triggers/deliveries';
import { receiveHook } from './services/triggers/delivery/receive';
import { listTriggers } from './services/triggers/list';
import { previewSchedule } from './services/triggers/preview';
import { removeTrigger } from './services/triggers/remove';
import { renewAddress } from './services/triggers/renew-address';

/** Every use case of the server, by subject. */
export type UseCases = ReturnType<typeof bindUseCases>;

/** Binds the use cases to the service context. */
export function bindUseCases(ctx: ServiceContext, trying: Trying) {
  return {
    pipelines: pipelineUseCases(ctx),
    runs: runUseCases(ctx),
    files: fileUseCases(ctx),
    models: modelUseCases(ctx),
    notices: noticeUseCases(ctx),
    secrets: secretUseCases(ctx),
    clusters: clusterUseCases(ctx),
    channels: channelUseCases(ctx),
    functions: functionUseCases(ctx, trying),
    triggers: triggerUseCases(ctx),
    audit: { list: (input: Input<typeof listAudit>) => listAudit(ctx, input) },
  };
}

type Input<F extends (ctx: ServiceContext, input: never) => unknown> = Parameters<F>[1];

function pipelineUseCases(ctx: ServiceContext) {
  return {
    create: (input: Input<typeof createPipeline>) => createPipeline(ctx, input),
    get: (input: Input<typeof getPipeline>) => getPipeline(ctx, input),
    list: () => listPipelines(ctx),
    save: (input: Input<typeof savePipeline>) => savePipeline(ctx, input),
    saveDraft: (input: Input<typeof saveDraft>) => saveDraft(ctx, input),
    saveVersion: (input: Input<typeof saveVersion>) => saveVersion(ctx, input),
    restore: (input: Input<typeof restoreVersion>) => restoreVersion(ctx, input),
    rename: (input: Input<typeof renamePipeline>) => renamePipeline(ctx, input),
    duplicate: (input: Input<typeof duplicatePipeline>) => duplicatePipeline(ctx, input),
    remove: (input: Input<typeof removePipeline>) => removePipeline(ctx, input),
  };
}

function noticeUseCases(ctx: ServiceContext) {
  return {
    list: (input: Input<typeof listNotices>) => listNotices(ctx, input),
    mark: (input: Input<typeof markNotice>) => markNotice(ctx, input),
    markAll: (input: Input<typeof markNotices>) => markNotices(ctx, input),
  };
}

function runUseCases(ctx: ServiceContext) {
  return {
    start: (input: Input<typeof startRun>) => startRun(ctx, input),
    startShown: (input: Input<typeof startShownRun>) => startShownRun(ctx, input),
    rerun: (input: Input<typeof rerunRun>) => rerunRun(ctx, input),
    get: (input: Input<typeof getRun>) => getRun(ctx, input),
    list: (input: Input<typeof listRuns>) => listRuns(ctx, input),
    events: (input: Input<typeof runEvents>) => runEvents(ctx, input),
    watch: (input: Input<typeof watchRun>) => watchRun(ctx, input),
    payload: (input: Input<typeof runPayload>) => runPayload(ctx, input),
    iterations: (input: Input<typeof listIterations>) => listIterations(ctx, input),
    iteration: (input: Input<typeof eventsOfIteration>) => eventsOfIteration(ctx, input),
    snapshot: createSnapshots(ctx),
    count: (input: Input<typeof countRuns>) => countRuns(ctx, input),
    pin: (input: Input<typeof pinRun>) => pinRun(ctx, input),
    cancel: (input: Input<typeof cancelRun>) => cancelRun(ctx, input),
    pause: (input: Input<typeof pauseRun>) => pauseRun(ctx, input),
    resume: (input: Input<typeof resumeRun>) => resumeRun(ctx, input),
    signal: (input: Input<typeof signalRun>) => signalRun(ctx, input),
    resolve: (input: Input<typeof resolveInterrupted>) => resolveInterrupted(ctx, input),
  };
}

function functionUseCases(ctx: ServiceContext, trying: Trying) {
  return { try: (input: TryFunctionInput) => tryFunction(ctx, trying, input) };
}

function fileUseCases(ctx: ServiceContext) {
  return {
    list: (input: Input<typeof listFiles>) => listFiles(ctx, input),
    get: (input: Input<typeof getFile>) => getFile(ctx, input),
  };
}

function modelUseCases(ctx: ServiceContext) {
  return {
    list: () => listModels(ctx),
    add: (input: Input<typeof addModel>) => addModel(ctx, input),
    fetchAgain: (input: Input<typeof fetchModelAgain>) => fetchModelAgain(ctx, input),
    cancel: (input: Input<typeof cancelModel>) => cancelModel(ctx, input),
    remove: (input: Input<typeof removeModel>) => removeModel(ctx, input),
  };
}

function secretUseCases(ctx: ServiceContext) {
  return {
    list: () => listSecrets(ctx),
    names: () => listSecretNames(ctx),
    add: (input: Input<typeof addSecret>) => addSecret(ctx, input),
    change: (input: Input<typeof changeSecret>) => changeSecret(ctx, input),
    remove: (input: Input<typeof removeSecret>) => removeSecret(ctx, input),
  };
}

function clusterUseCases(ctx: ServiceContext) {
  return {
    list: () => listClusters(ctx),
    health: (input: Input<typeof checkCluster>) => checkCluster(ctx, input),
    add: (input: Input<typeof addCluster>) => addCluster(ctx, input),
    test: (input: Input<typeof testCluster>) => testCluster(ctx, input),
    remove: (input: Input<typeof removeCluster>) => removeCluster(ctx, input),
  };
}

function channelUseCases(ctx: ServiceContext) {
  return {
    list: () => listChannels(ctx),
    set: (input: Input<typeof setChannel>) => setChannel(ctx, input),
    clear: (input: Input<typeof clearChannel>) => clearChannel(ctx, input),
  };
}

function triggerUseCases(ctx: ServiceContext) {
  return {
    list: (input: Input<typeof listTriggers>) => listTriggers(ctx, input),
    add: (input: Input<typeof addTrigger>) => addTrigger(ctx, input),
    change: (input: Input<typeof changeTrigger>) => changeTrigger(ctx, input),
    enable: (input: Input<typeof enableTrigger>) => enableTrigger(ctx, input),
    remove: (input: Input<typeof removeTrigger>) => removeTrigger(ctx, input),
    renewAddress: (input: Input<typeof renewAddress>) => renewAddress(ctx, input),
    deliveries: (input: Input<typeof listDeliveries>) => listDeliveries(ctx, input),
    preview: (input: Input<typeof previewSchedule>) => previewSchedule(ctx, input),
    receive: (input: Input<typeof receiveHook>) => receiveHook(ctx, input),
  };
}
