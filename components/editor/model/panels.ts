import { createObservable, type Observable } from '@/components/ui/observable';

export type DockTab = 'closed' | 'problems' | 'json' | 'triggers' | 'timeline' | 'logs';
export type LeftTab = 'palette' | 'outline' | 'runs' | 'history';

/** What is open around the canvas. */
export interface OpenPanels {
  readonly dock: DockTab;
  readonly left: LeftTab;
}

/** What a page shows: a pipeline or a version of it, or a run. Each remembers its own open panels. */
export type PanelMode = 'edit' | 'run';

/** Which panels are open. Not part of a document and not undone. */
export interface PanelState {
  readonly inspectorTab: string;
  /** On narrow pages the inspector is a sheet that is opened and closed. */
  readonly inspector: boolean;
  /** The trigger that is unfolded in its list. */
  readonly trigger: string | undefined;
  /** While the pipeline is edited. */
  readonly edit: OpenPanels;
  /** While a run is shown: each mode returns to its own panels. */
  readonly run: OpenPanels;
}

/** Makes the panels of one page. */
export function createPanelState(): Observable<PanelState> {
  return createObservable<PanelState>({
    inspectorTab: 'step',
    inspector: false,
    trigger: undefined,
    edit: { dock: 'closed', left: 'palette' },
    run: { dock: 'timeline', left: 'runs' },
  });
}
