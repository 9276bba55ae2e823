import type { Answer } from '@/lib/contracts/errors';
import type { CreatePipelineInput, CreateResult } from '@/lib/contracts/pipelines';

/** Server actions of the pipelines page, passed as props. */
export interface PipelineActions {
  readonly createPipeline: (input: CreatePipelineInput) => Promise<CreateResult>;
  readonly renamePipeline: (id: string, name: string) => Promise<Answer>;
  readonly duplicatePipeline: (id: string) => Promise<CreateResult>;
  readonly deletePipeline: (id: string) => Promise<Answer>;
}
