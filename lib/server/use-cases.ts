import type { z } from 'zod';
import { listAuditInput } from '@/lib/contracts/audit';
import { listFilesInput } from '@/lib/contracts/files';
import { tryFunctionInput } from '@/lib/contracts/functions';
import { iterationEventsInput, listIterationsInput } from '@/lib/contracts/iterations';
import { countPipelinesInput, listPipelinesInput } from '@/lib/contracts/pipeline-list';
import { organisePipelineInput } from '@/lib/contracts/pipeline-organisation';
import type {
  AddTestInput,
  ChangeTestInput,
  CoverageInput,
  RunTestsInput,
} from '@/lib/contracts/pipeline-tests';
import { reportPresenceInput } from '@/lib/contracts/presence';
import { countRunsInput, listRunsInput } from '@/lib/contracts/runs';
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
import { createDeployment } from './services/deployments/create';
import { createDeploymentKey } from './services/deployments/create-key';
import { getDeployment } from './services/deployments/get';
import { limitDeployment } from './services/deployments/limit';
import { listDeployments } from './services/deployments/list';
import { releaseDeployment } from './services/deployments/release';
import { removeDeployment } from './services/deployments/remove';
import { revokeDeploymentKey } from './services/deployments/revoke-key';
import { scaleDeployment } from './services/deployments/scale';
import { getFile } from './services/files/get';
import { listFiles } from './services/files/list';
import { type Trying, tryFunction } from './services/functions/try';
import { addModel } from './services/models/add';
import { addCloudModel } from './services/models/add-cloud';
import { cancelModel } from './services/models/cancel';
import { fetchModelAgain } from './services/models/fetch-again';
import { listModels } from './services/models/list';
import { removeModel } from './services/models/remove';
import { listNotices } from './services/notices/list';
import { markNotice, markNotices } from './services/notices/mark';
import { countPipelines } from './services/pipelines/count';
import { createPipeline } from './services/pipelines/create';
import { duplicatePipeline } from './services/pipelines/duplicate';
import { getPipeline } from './services/pipelines/get';
import { listPipelines, pageOfPipelines } from './services/pipelines/list';
import { organisePipeline } from './services/pipelines/organise';
import { reportPresence } from './services/pipelines/presence';
import { removePipeline } from './services/pipelines/remove';
import { renamePipeline } from './services/pipelines/rename';
import { restoreVersion } from './services/pipelines/restore-version';
import { savePipeline } from './services/pipelines/save';
import { saveDraft } from './services/pipelines/save-draft';
import { saveVersion } from './services/pipelines/save-version';
import { cancelRun } from './services/runs/cancel';
import { countRuns } from './services/runs/count';
import { answerPause } from './services/runs/debug/answer-pause';
import { removeBreakpoint, setBreakpoint, setPauseOnFailure } from './services/runs/debug/breakpoints';
import { listPauses } from './services/runs/debug/pauses';
import { setRunBreakpoints } from './services/runs/debug/set-run-breakpoints';
import { endedSteps } from './services/runs/ended-steps';
import { runEvents } from './services/runs/events';
import { runFamily } from './services/runs/family';
import { getRun } from './services/runs/get';
import { eventsOfIteration, listIterations } from './services/runs/iterations';
import { listRuns } from './services/runs/list';
import { removeOutputPin } from './services/runs/output-pins';
import { pauseRun } from './services/runs/pause';
import { runPayload } from './services/runs/payload';
import { pinRun } from './services/runs/pin';
import { pinOutput } from './services/runs/pin-output';
import { rerunRun, submitRerun } from './services/runs/rerun';
import { planRunAgain } from './services/runs/rerun-plan';
import { resolveInterrupted } from './services/runs/resolve';
import { resumeRun } from './services/runs/resume';
import { signalRun } from './services/runs/signal';
import { createSnapshots } from './services/runs/snapshot';
import { startRun } from './services/runs/start';
import { startShownRun } from './services/runs/start-shown';
import { coverageOfPipeline } from './services/runs/tests/coverage';
import { runPipelineTests } from './services/runs/tests/run-tests';
import { addPipelineTest, changePipelineTest, removePipelineTest } from './services/runs/tests/saved-tests';
import { startTry, submitTry } from './services/runs/try';
import { planTry } from './services/runs/try-plan';
import { watchRun } from './services/runs/watch';
import { listSearches } from './services/searches/list';
import { removeSearch } from './services/searches/remove';
import { addSearch, changeSearch } from './services/searches/save';
import { addSecret } from './services/secrets/add';
import { changeSecret } from './services/secrets/change';
import { listSecretNames, listSecrets } from './services/secrets/list';
import { removeSecret } from './services/secrets/remove';
import { addTrigger } from './services/triggers/add';
import { changeTrigger, enableTrigger } from './services/triggers/change';
import { listDeliveries } from './services/triggers/deliveries';
import { listTriggers } from './services/triggers/list';
import { listen, readSample, stopListening } from './services/triggers/listen';
import { previewSchedule } from './services/triggers/preview';
import { removeTrigger } from './services/triggers/remove';
import { renewAddress } from './services/triggers/renew-address';

/** Every use case of the server, by subject. */
export type UseCases = ReturnType<typeof bindUseCases>;

/** Binds the use cases to the service context. */
export function bindUseCases(ctx: ServiceContext, trying: Trying) {
  return {
    pipelines: bind(ctx, {
      create: createPipeline,
      get: getPipeline,
      list: listPipelines,
      page: parsing(listPipelinesInput, pageOfPipelines),
      count: parsing(countPipelinesInput, countPipelines),
      save: savePipeline,
      saveDraft,
      saveVersion,
      restore: restoreVersion,
      rename: renamePipeline,
      organise: parsing(organisePipelineInput, organisePipeline),
      present: parsing(reportPresenceInput, reportPresence),
      duplicate: duplicatePipeline,
      remove: removePipeline,
    }),
    runs: {
      ...bind(ctx, {
        start: startRun,
        startShown: startShownRun,
        rerun: rerunRun,
        submitRerun,
        planRerun: planRunAgain,
        try: startTry,
        submitTry,
        planTry,
        pinOutput,
        removePin: removeOutputPin,
        family: runFamily,
        get: getRun,
        endedSteps,
        list: parsing(listRunsInput, listRuns),
        events: runEvents,
        watch: watchRun,
        payload: runPayload,
        iterations: parsing(listIterationsInput, listIterations),
        iteration: parsing(iterationEventsInput, eventsOfIteration),
        count: parsing(countRunsInput, countRuns),
        pin: pinRun,
        cancel: cancelRun,
        pause: pauseRun,
        resume: resumeRun,
        signal: signalRun,
        resolve: resolveInterrupted,
        setBreakpoint,
        removeBreakpoint,
        setPauseOnFailure,
        setRunBreakpoints,
        pauses: listPauses,
        answerPause,
      }),
      snapshot: createSnapshots(ctx),
    },
    searches: bind(ctx, {
      list: listSearches,
      add: addSearch,
      change: changeSearch,
      remove: removeSearch,
    }),
    files: bind(ctx, {
      list: parsing(listFilesInput, listFiles),
      get: getFile,
    }),
    models: bind(ctx, {
      list: listModels,
      add: addModel,
      addCloud: addCloudModel,
      fetchAgain: fetchModelAgain,
      cancel: cancelModel,
      remove: removeModel,
    }),
    deployments: bind(ctx, {
      list: listDeployments,
      get: getDeployment,
      create: createDeployment,
      scale: scaleDeployment,
      release: releaseDeployment,
      limit: limitDeployment,
      remove: removeDeployment,
      createKey: createDeploymentKey,
      revokeKey: revokeDeploymentKey,
    }),
    notices: bind(ctx, {
      list: listNotices,
      mark: markNotice,
      markAll: markNotices,
    }),
    secrets: bind(ctx, {
      list: listSecrets,
      names: listSecretNames,
      add: addSecret,
      change: changeSecret,
      remove: removeSecret,
    }),
    clusters: bind(ctx, {
      list: listClusters,
      health: checkCluster,
      add: addCluster,
      test: testCluster,
      remove: removeCluster,
    }),
    channels: bind(ctx, {
      list: listChannels,
      set: setChannel,
      clear: clearChannel,
    }),
    functions: bind(ctx, {
      try: parsing(tryFunctionInput, (context, input) => tryFunction(context, trying, input)),
    }),
    tests: bind(ctx, {
      add: (context, input: AddTestInput) => addPipelineTest(context, trying, input),
      change: (context, input: ChangeTestInput) => changePipelineTest(context, trying, input),
      remove: removePipelineTest,
      run: (context, input: RunTestsInput) => runPipelineTests(context, trying, input),
      coverage: (context, input: CoverageInput) => coverageOfPipeline(context, trying, input),
    }),
    triggers: bind(ctx, {
      list: listTriggers,
      add: addTrigger,
      change: changeTrigger,
      enable: enableTrigger,
      remove: removeTrigger,
      renewAddress,
      deliveries: listDeliveries,
      preview: previewSchedule,
      sample: readSample,
      listen,
      stopListening,
    }),
    audit: bind(ctx, { list: parsing(listAuditInput, listAudit) }),
  };
}

/** A use case, whatever it needs of the service context. */
type UseCase = (ctx: ServiceContext, ...input: never[]) => unknown;

/** Use cases without their context. */
type Bound<T> = {
  readonly [Name in keyof T]: T[Name] extends (ctx: never, ...input: infer Input) => infer Answer
    ? (...input: Input) => Answer
    : never;
};

function bind<T extends Readonly<Record<string, UseCase>>>(ctx: ServiceContext, useCases: T): Bound<T> {
  const bound = Object.entries(useCases).map(([name, useCase]) => [name, useCase.bind(undefined, ctx)]);
  // Each entry keeps its name and its other parameters; TypeScript cannot see that through `Object.entries`.
  return Object.fromEntries(bound) as Bound<T>;
}

/** A use case for callers with the input of a request, which endpoints have parsed already. */
function parsing<S extends z.ZodType, A>(
  schema: S,
  useCase: (ctx: ServiceContext, input: z.output<S>) => Promise<A>,
) {
  return async (ctx: ServiceContext, input: z.input<S>): Promise<A> => useCase(ctx, schema.parse(input));
}
