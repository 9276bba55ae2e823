'use client';

import { useLineageView } from '@/components/pipeline-text/use-lineage-view';
import { expressionPath, type JsonPath } from './flatten';

/**
 * Shows where a part of a value comes from; undefined where the page cannot, or the value has no lineage.
 * @param root the value as `placeText` of the engine writes it
 */
export function useTrace(root: string | undefined): ((path: JsonPath) => void) | undefined {
  const show = useLineageView();
  if (show === undefined || root === undefined) return undefined;
  return (path) => show(expressionPath(root, path));
}
