'use client';

import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Observable } from '@/components/ui/observable';
import type { Descriptors, Diagnostic } from '@/engine';
import { problemsOf } from './model/derived';
import type { Interaction } from './model/interaction';
import type { OpenPanels, PanelState } from './model/panels';
import type { EditorState, EditorStore } from './model/store';
import { countProblems, isToFillIn, type ProblemCounts } from './model/to-fill-in';
import type { EditorSession } from './session';

const EditorContext = createContext<EditorSession | undefined>(undefined);

export interface EditorProviderProps {
  /** From `createSession`. */
  value: EditorSession;
  children: ReactNode;
}

/** Provides an open pipeline to the components below. */
export function EditorProvider({ value, children }: EditorProviderProps) {
  // Validation follows the document only while it is shown.
  useEffect(() => value.diagnostics.start(), [value]);
  return <EditorContext value={value}>{children}</EditorContext>;
}

/** Provides another document of the same page to the components below, such as the definition of a run. */
export function DocumentScope({ value, children }: EditorProviderProps) {
  return <EditorContext value={value}>{children}</EditorContext>;
}

/** The open pipeline. @throws Error outside `EditorProvider` */
export function useSession(): EditorSession {
  const session = use(EditorContext);
  if (session === undefined) throw new Error('useEditor needs an EditorProvider above it.');
  return session;
}

/** The store of the open pipeline, for edits. */
export function useEditorStore(): EditorStore {
  return useSession().store;
}

/** The catalogue of actions. */
export function useDescriptors(): Descriptors {
  return useSession().descriptors;
}

/** A value selected from the editor's state. Renders again only when the value changes. */
export function useEditor<T>(selector: (state: EditorState) => T): T {
  const { store } = useSession();
  const read = useMemo(() => once(selector, store.getState), [selector, store]);
  return useSyncExternalStore(store.subscribe, read, read);
}

/** A value selected from the state of the panels. */
export function usePanelState<T>(selector: (panels: PanelState) => T): T {
  return useObservable(useSession().panelState, selector);
}

/** The panels that are open in the mode of this document: while it is edited, or while a run of it is shown. */
export function useOpenPanels({ panelMode, panelState }: EditorSession): OpenPanels {
  return useObservable(panelState, (panels) => panels[panelMode]);
}

/** A value selected from the state of interactions. */
export function useInteraction<T>(selector: (interaction: Interaction) => T): T {
  return useObservable(useSession().interaction, selector);
}

/** A value selected from an observable. */
export function useObservable<S, T>(
  observable: Pick<Observable<S>, 'get' | 'initial' | 'subscribe'>,
  selector: (value: S) => T,
): T {
  const read = useMemo(() => once(selector, observable.get), [selector, observable]);
  const rendered = useMemo(
    () => once(selector, observable.initial ?? observable.get),
    [selector, observable],
  );
  return useSyncExternalStore(observable.subscribe, read, rendered);
}

/** All problems of the document, updated shortly after an edit. */
export function useDiagnostics(): readonly Diagnostic[] {
  return useObservable(useSession().diagnostics, itself);
}

/** Problems of one step; the same list while they are unchanged. */
export function useStepProblems(id: string): readonly Diagnostic[] {
  const { diagnostics } = useSession();
  const read = useMemo(() => stable((all: readonly Diagnostic[]) => problemsOf(all, id)), [id]);
  return useObservable(diagnostics, read);
}

/** Whether all of these problems only say what is not filled in yet. */
export function useIsToFillIn(problems: readonly Diagnostic[]): boolean {
  const { reviewed } = useSession();
  return useObservable(
    reviewed,
    (value) => problems.length > 0 && problems.every((problem) => isToFillIn(problem, value)),
  );
}

/** The numbers of problems as they are shown. */
export function useProblemCounts(): ProblemCounts {
  const problems = useDiagnostics();
  const reviewed = useObservable(useSession().reviewed, itself);
  return useMemo(() => countProblems(problems, reviewed), [problems, reviewed]);
}

/** Caches the value of a selector while its source is unchanged, so that selectors may build objects. */
function once<S, T>(selector: (source: S) => T, read: () => S): () => T {
  let known: { source: S; value: T } | undefined;
  return () => {
    const source = read();
    if (known === undefined || known.source !== source) known = { source, value: selector(source) };
    return known.value;
  };
}

/** Keeps the list while its content is equal: every check creates new diagnostics. */
function stable(read: (all: readonly Diagnostic[]) => readonly Diagnostic[]) {
  let last: readonly Diagnostic[] = [];
  return (all: readonly Diagnostic[]): readonly Diagnostic[] => {
    const next = read(all);
    if (!sameProblems(last, next)) last = next;
    return last;
  };
}

function sameProblems(a: readonly Diagnostic[], b: readonly Diagnostic[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((one, index) => {
    const other = b[index];
    return one.message === other?.message && one.path === other.path && one.severity === other.severity;
  });
}

function itself<T>(value: T): T {
  return value;
}
