import type { ParamDrafts } from '@/components/params/param-drafts';
import { isJsonObject } from '@/engine';

function keyOf(pipelineId: string): string {
  return `pipewright.run-form.${pipelineId}`;
}

/** What was typed into this pipeline's form the last time in this browser. */
export function readKeptDrafts(pipelineId: string): ParamDrafts | undefined {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(keyOf(pipelineId)) ?? 'null');
    return isJsonObject(kept)
      ? Object.fromEntries(Object.entries(kept).map(([name, text]) => [name, String(text)]))
      : undefined;
  } catch {
    // Storage may be switched off, or hold something of an older release: the form then begins with its defaults.
    return undefined;
  }
}

/** Keeps what stands in the form for the next time. */
export function keepDrafts(pipelineId: string, drafts: ParamDrafts): void {
  try {
    window.localStorage.setItem(keyOf(pipelineId), JSON.stringify(drafts));
  } catch {
    // Storage is full or switched off: nothing but this convenience is lost.
    return;
  }
}
