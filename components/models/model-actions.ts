import type { Answer } from '@/lib/contracts/errors';
import type { AddCloudModelInput, AddModelInput } from '@/lib/contracts/models';

/** Server actions of the models page, passed as props. */
export interface ModelActions {
  readonly addModel: (input: AddModelInput) => Promise<Answer<{ id: string }>>;
  readonly addCloudModel: (input: AddCloudModelInput) => Promise<Answer<{ id: string }>>;
  /** Starts a failed download again. */
  readonly resumeModel: (id: string) => Promise<Answer>;
  readonly cancelModel: (id: string) => Promise<Answer>;
  readonly deleteModel: (id: string) => Promise<Answer<{ freed_bytes: number }>>;
}
