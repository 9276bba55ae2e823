import { createObservable, type Observable } from '@/components/ui/observable';

export type DockTab = 'closed' | 'problems' | 'json' | 'triggers' | 'tests' | 'timeline' | 'logs';
export type LeftTab = 'palette' | 'outline' | 'runs' | 'history';

/** The open panels around the canvas. */
export interface OpenPanels {
  readonly dock: DockTab;
  readonly left: LeftTab;
}

/** What a page shows: a pipeline or a version of it, or a run. Each mode has its own open panels. */
export type PanelMode = 'edit' | 'run';

/** Which panels are open. Not part of a document and not undone. */
export interface PanelState {
  readonly inspectorTab: string;
  /** Whether the inspector is open, on narrow screens where it is a sheet. */
  readonly inspector: boolean;
  /** The expanded trigger. */
  readonly trigger: string | undefined;
  /** The opened test. */
  readonly test: string | undefined;
  /** While the pipeline is edited. */
  readonly edit: OpenPanels;
  /** While a run is shown: each mode returns to its own panels. */
  readonly run: OpenPanels;
}

/** Creates the panel state of one page. */
export function createPanelState(): Observable<PanelState> {
  return createObservable<PanelState>({
    inspectorTab: 'step',
    inspector: false,
    trigger: undefined,
    test: undefined,
    edit: { dock: 'closed', left: 'palette' },
    run: { dock: 'timeline', left: 'runs' },
  });
}
