import type { pipelineDrafts, pipelines } from '@/drizzle/schema';
import type { RowOf } from '../db/rows';

/** A draft ready to be stored. */
export interface DraftText
  extends Pick<RowOf<typeof pipelineDrafts>, 'hash' | 'stepCount' | 'problemCount'>,
    Pick<RowOf<typeof pipelines>, 'name' | 'description'> {
  /** Canonical text, including the layout. */
  readonly text: string;
  /** Positions and notes as JSON, as a version stores them; null without any. */
  readonly layout: string | null;
  /** Covers the text and its notes without positions. */
  readonly contentHash: string;
}

/** The columns of a draft that every write replaces. */
export function draftColumns({ text, hash, contentHash, stepCount, problemCount }: DraftText) {
  return { document: text, hash, contentHash, stepCount, problemCount };
}
