import { NEWEST, type ValuesFrom } from '@/components/editor/model/samples';

/** The run of a try: undefined for the newest one, null for none. A try uses pinned outputs in any case. */
export function valuesRunOf(from: ValuesFrom): string | null | undefined {
  if (from.kind === 'newest') return undefined;
  return from.kind === 'run' ? from.id : null;
}

/** The choice as a text, for the list and the storage of the tab. */
export function textOf(from: ValuesFrom): string {
  return from.kind === 'run' ? from.id : from.kind;
}

export function choiceOf(text: string): ValuesFrom {
  if (text === 'none' || text === 'pinned') return { kind: text };
  return text === '' || text === 'newest' ? NEWEST : { kind: 'run', id: text };
}

/** The choice that was made in this tab. */
export function readChoice(pipelineId: string): ValuesFrom {
  try {
    return choiceOf(window.sessionStorage.getItem(keyOf(pipelineId)) ?? '');
  } catch {
    // Storage is disabled: every tab begins with the newest run.
    return NEWEST;
  }
}

/** Remembers the choice until the tab is closed. */
export function keepChoice(pipelineId: string, from: ValuesFrom): void {
  try {
    window.sessionStorage.setItem(keyOf(pipelineId), textOf(from));
  } catch {
    // Storage is disabled or full: the choice ends with the page.
  }
}

function keyOf(pipelineId: string): string {
  return `pipewright.values-from.${pipelineId}`;
}
