import type { JsonSchema } from '../catalogue';
import type { TypeScope } from '../expression';
import { paramsSchema } from './check-document';
import type { Graph } from './graph';

const TEXT: JsonSchema = { type: 'string' };

/** What is known, before any run, of everything that the expressions of a pipeline may read. */
export function typeScope(graph: Graph): TypeScope {
  return {
    step(id) {
      const node = graph.steps.get(id);
      return node && (node.descriptor?.output ?? {});
    },
    steps: [...graph.steps.keys()],
    names: {
      params: paramsSchema(graph.pipeline.params),
      secrets: {},
      signals: {},
      now: TEXT,
      pipeline_id: TEXT,
      execution_id: TEXT,
    },
  };
}
