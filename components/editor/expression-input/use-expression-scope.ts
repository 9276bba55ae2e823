'use client';

import { useMemo } from 'react';
import type { Graph, JsonSchema } from '@/engine';
import { useSecretNames } from '../form/secret-names';
import { selectGraph } from '../model/derived';
import { useDescriptors, useEditor, useObservable, useSession } from '../use-editor';
import type { ReferenceLook } from './chips';
import { referenceLook } from './reference-look';
import type { ReferenceToken } from './tokens';
import { type ExpressionScope, expressionScope } from './type-scope';

export interface ExpressionScopeOptions {
  readonly stepId: string | undefined;
  readonly names: readonly string[];
}

/** What an expression field needs to know of the pipeline around it; changes only when the pipeline's meaning does. */
export interface ExpressionKnowledge {
  readonly scope: ExpressionScope;
  readonly graph: Graph;
  look(reference: ReferenceToken, text: string): ReferenceLook;
}

/** Knowledge for the expressions of one step. */
export function useExpressionScope({ stepId, names }: ExpressionScopeOptions): ExpressionKnowledge {
  const descriptors = useDescriptors();
  const graph = useEditor((state) => selectGraph(state.document, descriptors));
  const key = names.join(' ');
  const secretNames = useSecretNames();
  const observed = useObservable(useSession().observed, itself);
  return useMemo(() => {
    const known = expressionScope({ graph, stepId, names: key === '' ? [] : key.split(' '), observed });
    const scope = { ...known, names: { ...known.names, secrets: secretsSchema(secretNames) } };
    return {
      scope,
      graph,
      look: (reference, text) => referenceLook({ reference, text, graph, descriptors, scope }),
    };
  }, [graph, stepId, key, descriptors, secretNames, observed]);
}

function itself<T>(value: T): T {
  return value;
}

/** Secrets are text. Others than those known may exist: somebody may add one at any time. */
function secretsSchema(names: readonly string[]): JsonSchema {
  return names.length === 0
    ? {}
    : { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) };
}
