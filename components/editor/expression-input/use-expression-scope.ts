'use client';

import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { useMemo } from 'react';
import { selectGraph } from '../model/derived';
import { useDescriptors, useEditor } from '../use-editor';
import type { ReferenceLook } from './chips';
import { referenceLook } from './reference-look';
import type { ExpressionMode, ReferenceToken } from './tokens';
import { expressionScope } from './type-scope';

export interface ExpressionScopeOptions {
  readonly stepId: string | undefined;
  readonly names: readonly string[];
  readonly mode: ExpressionMode;
}

/** What an expression field needs to know of the pipeline around it; changes only when the pipeline's meaning does. */
export interface ExpressionKnowledge {
  look(reference: ReferenceToken, text: string): ReferenceLook;
  complete(context: CompletionContext): Promise<CompletionResult | null>;
}

/** Knowledge for the expressions of one step. */
export function useExpressionScope({ stepId, names, mode }: ExpressionScopeOptions): ExpressionKnowledge {
  const descriptors = useDescriptors();
  const graph = useEditor((state) => selectGraph(state.document, descriptors));
  const key = names.join(' ');
  return useMemo(() => {
    const scope = expressionScope({ graph, stepId, names: key === '' ? [] : key.split(' ') });
    return {
      look: (reference, text) => referenceLook({ reference, text, graph, descriptors, scope }),
      // The list comes with the editor, which is not part of the first load.
      complete: async (context) => (await import('./complete')).complete({ context, mode, scope, graph }),
    };
  }, [graph, stepId, key, mode, descriptors]);
}
