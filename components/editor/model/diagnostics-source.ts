import { createObservable, type Observable } from '@/components/ui/observable';
import type { Descriptors, Diagnostic, KnownSecret, ObservedOutputs } from '@/engine';
import { selectDiagnostics } from './derived';
import type { Timers } from './save-state';
import type { EditorStore } from './store';

/** Pause after the last edit before a large pipeline is checked again, in ms. */
const PAUSE_MS = 150;
/** Below this many steps a check takes less than a frame and follows the edit immediately. */
const IMMEDIATE_STEPS = 40;

/** The problems of the open document, computed with a delay, so that typing and dragging stay fast. */
export interface DiagnosticsSource extends Pick<Observable<readonly Diagnostic[]>, 'get' | 'subscribe'> {
  /** Starts following the store; returns a function that stops. */
  start(): () => void;
}

export interface DiagnosticsOptions {
  readonly store: EditorStore;
  readonly descriptors: Descriptors;
  /** Outputs of runs. */
  readonly observed: Pick<Observable<ObservedOutputs>, 'get' | 'subscribe'>;
  /** Steps that runs skipped, each with the number of the newest such run. @default none */
  readonly skipped?: Pick<Observable<Readonly<Record<string, number>>>, 'get' | 'subscribe'>;
  /** The secrets of the installation; undefined when they are unknown. */
  readonly secrets?: Pick<Observable<readonly KnownSecret[] | undefined>, 'get' | 'subscribe'>;
  readonly timers: Timers;
}

/** Creates the source of problems for one store. */
export function createDiagnosticsSource(options: DiagnosticsOptions): DiagnosticsSource {
  const { store, descriptors, observed, skipped, secrets, timers } = options;
  const found = createObservable<readonly Diagnostic[]>([]);
  let seen = store.getState().document;
  let timer: unknown;
  const check = () =>
    found.set(
      selectDiagnostics(store.getState().document, descriptors, {
        observed: observed.get(),
        skipped: skipped?.get(),
        secrets: secrets?.get(),
      }),
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
        timer = timers.start(check, document.steps.length <= IMMEDIATE_STEPS ? 0 : PAUSE_MS);
      });
      const checkNow = () => {
        timers.stop(timer);
        timer = timers.start(check, 0);
      };
      const stopObserving = observed.subscribe(checkNow);
      const stopSkipped = skipped?.subscribe(checkNow);
      const stopSecrets = secrets?.subscribe(checkNow);
      return () => {
        stop();
        stopObserving();
        stopSkipped?.();
        stopSecrets?.();
        timers.stop(timer);
      };
    },
  };
}
