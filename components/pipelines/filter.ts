import type { PipelineSummary } from '@/lib/contracts/pipelines';

/** Letters without case and accents, so that "cafe" finds "Café". */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
}

/** The pipelines whose name or description has every word of the query, in their order. */
export function filterPipelines(pipelines: readonly PipelineSummary[], query: string): PipelineSummary[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  return pipelines.filter((pipeline) => {
    const text = fold(`${pipeline.name} ${pipeline.description}`);
    return words.every((word) => text.includes(word));
  });
}
