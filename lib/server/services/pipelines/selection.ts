import type { z } from 'zod';
import type { countPipelinesInput } from '@/lib/contracts/pipeline-list';
import type { PipelineSelection } from '../../store/pipeline-list';

/** The pipelines that a request selects. */
export function selectionOf({
  q = '',
  folder,
  tag,
}: z.output<typeof countPipelinesInput>): PipelineSelection {
  return {
    words: q.split(/\s+/).filter(Boolean),
    ...(folder === undefined ? {} : { folder }),
    ...(tag === undefined ? {} : { tag }),
  };
}
