'use client';

import { useMemo } from 'react';
import { LinesDiff } from '@/components/text-diff/lines-diff';
import { formatPipeline, type PipelineDocument, withoutLayout } from '@/engine';

export interface TextDiffProps {
  before: PipelineDocument;
  after: PipelineDocument;
}

/** The line-by-line difference of two documents as text, without positions. */
export function TextDiff({ before, after }: TextDiffProps) {
  const [left, right] = useMemo(() => [textOf(before), textOf(after)], [before, after]);
  return (
    <LinesDiff
      before={left}
      after={right}
      label="Difference as text"
      same="The texts are the same. Only positions may differ."
    />
  );
}

function textOf(document: PipelineDocument): string {
  return formatPipeline(withoutLayout(document).content).trimEnd();
}
