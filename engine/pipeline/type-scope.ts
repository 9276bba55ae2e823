import type { JsonSchema } from '../catalogue';
import type { TypeScope } from '../expression';
import { ownProperty } from '../json';
import { paramsSchema } from './check-document';
import type { Graph } from './graph';
import { type ObservedOutputs, withObserved } from './observed';

const TEXT: JsonSchema = { type: 'string' };

/** The types of everything that the expressions of a pipeline may read, from declarations and from outputs of runs. */
export function typeScope(graph: Graph, observed: ObservedOutputs = {}): TypeScope {
  return {
    step(id) {
      const node = graph.steps.get(id);
      return node && withObserved(node.descriptor?.output ?? {}, ownProperty(observed, id));
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
