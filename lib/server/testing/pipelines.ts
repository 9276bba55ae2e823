import type { Sql } from 'postgres';
import { insertPipeline } from '../store/pipelines';

/** Inserts a pipeline without steps, for tests of layers below the services. */
export function insertEmptyPipeline(sql: Sql, id: string, name = 'Test'): Promise<void> {
  const text = { hash: 'x', contentHash: 'x', layout: null, stepCount: 0, problemCount: 0 };
  return insertPipeline(sql, id, {
    draft: { ...text, text: '{}\n', name, description: '' },
    version: {
      ...text,
      document: '{}\n',
      origin: 'save',
      name: null,
      changes: null,
      pipelineName: name,
      pipelineNameBefore: null,
    },
  });
}
