import type { modelFiles, models } from '@/drizzle/schema';
import type { RowOf } from '../../db/rows';

/** A stored model. */
export type ModelRow = RowOf<typeof models>;

/** A verified file of a model. */
export type ModelFileRow = RowOf<typeof modelFiles>;

/** A download and the process that has claimed it. */
export interface OwnedDownload {
  readonly id: string;
  readonly owner: string;
}
