import { createObservable, type Observable } from '@/components/ui/observable';
import type { Descriptors, Diagnostic, KnownSecret, ObservedOutputs } from '@/engine';
import { selectDiagnostics } from './derived';
import type { Timers } from './save';
import type { EditorStore } from './store';

/** Pause after the last edit before a large pipeline is checked again. */
const PAUSE_MS = 150;
/** Below this many steps a check takes less than a frame and follows the edit at once. */
const AT_ONCE = 40;

/** The problems of the open document, computed off the path of typing and dragging. */
export interface DiagnosticsSource extends Pick<Observable<readonly Diagnostic[]>, 'get' | 'subscribe'> {
  /** Begins to follow the store. Returns how to stop. */
  start(): () => void;
}

export interface DiagnosticsOptions {
  readonly store: EditorStore;
  readonly descriptors: Descriptors;
  /** What runs gave. */
  readonly observed: Pick<Observable<ObservedOutputs>, 'get' | 'subscribe'>;
  /** The secrets of the installation; undefined where they are not known. */
  readonly secrets?: readonly KnownSecret[] | undefined;
  readonly timers: Timers;
}

/** Makes the source of problems for one store. */
export function createDiagnosticsSource(options: DiagnosticsOptions): DiagnosticsSource {
  const { store, descriptors, observed, secrets, timers } = options;
  const found = createObservable<readonly Diagnostic[]>([]);
  let seen = store.getState().document;
  let timer: unknown;
  const check = () =>
    found.set(
      selectDiagnostics(store.getState().document, descriptors, { observed: observed.get(), secrets }),
    );
  return {
    get: found.get,
    subscribe: found.subscribe,
    start() {
      timer = timers.start(check, 0);
      const stop = store.subscribe(() => {
        const { document } = store.getState();
        if (document === seen) return;
        seen = document;
        timers.stop(timer);
        timer = timers.start(check, document.steps.length <= AT_ONCE ? 0 : PAUSE_MS);
      });
      const stopObserving = observed.subscribe(() => {
        timers.stop(timer);
        timer = timers.start(check, 0);
      });
      return () => {
        stop();
        stopObserving();
        timers.stop(timer);
      };
    },
  };
}
