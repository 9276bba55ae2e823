import type { Answer } from '@/lib/contracts/errors';
import type { OrganisePipelineInput } from '@/lib/contracts/pipeline-organisation';
import type { CreatePipelineInput, CreateResult } from '@/lib/contracts/pipelines';
import type { StartResult, StartRunInput } from '@/lib/contracts/runs';

/** Server actions of the pipelines page, passed as props. */
export interface PipelineActions {
  readonly createPipeline: (input: CreatePipelineInput) => Promise<CreateResult>;
  readonly startRun: (input: StartRunInput) => Promise<StartResult>;
  readonly renamePipeline: (id: string, name: string) => Promise<Answer>;
  readonly duplicatePipeline: (id: string) => Promise<CreateResult>;
  readonly setOrganisation: (input: OrganisePipelineInput) => Promise<Answer>;
  readonly deletePipeline: (id: string) => Promise<Answer>;
}
