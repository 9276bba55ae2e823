import type { Viewport } from 'reactflow';
import { createObservable, type Observable, patch } from '@/components/ui/observable';
import type {
  Descriptors,
  KnownSecret,
  ObservedOutputs,
  PipelineDocument,
  Position,
  StepChange,
} from '@/engine';
import { createFlow, type Flow } from './canvas/flow';
import type { Detail } from './canvas/zoom';
import { createDiagnosticsSource, type DiagnosticsSource } from './model/diagnostics-source';
import { createInteraction, type Interaction } from './model/interaction';
import { createPanelState, type OpenPanels, type PanelMode, type PanelState } from './model/panels';
import { createPositionSource, type PositionSource } from './model/positions';
import type { ServerDraft, Timers } from './model/save';
import { createEditorStore, type EditorStore } from './model/store';

/** What the canvas offers to everything around it, while it is on the page. */
export interface CanvasView {
  fit(): void;
  zoomTo(zoom: number): void;
  zoomBy(factor: number): void;
  /** Brings steps into sight without changing more than needed. */
  reveal(ids: readonly string[]): void;
  /** Moves the keyboard to a card, or to the canvas itself. */
  focus(id?: string): void;
  /** Canvas coordinates of the middle of what is in sight. */
  center(): Position;
}

/** What was in sight last. */
export interface ViewMemory {
  viewport: Viewport | undefined;
}

/** What the panels around the canvas offer, while they are on the page. */
export interface PanelControl {
  focusInspector(): void;
  focusLeft(): void;
  focusDock(): void;
}

/** What belongs to the page and not to one document: a run that is shown in the editor shares it. */
export interface DeskState {
  readonly memory: ViewMemory;
  readonly interaction: Observable<Interaction>;
  readonly panelState: Observable<PanelState>;
  readonly panels: Observable<PanelControl | undefined>;
  /** Last sentence for screen readers. */
  readonly announcement: Observable<string>;
}

/** One open document and everything that belongs to it for as long as it is open. */
export interface EditorSession extends DeskState {
  /** Another one for each session: what belongs to a session is made anew with it. */
  readonly key: string;
  readonly pipelineId: string;
  readonly store: EditorStore;
  readonly descriptors: Descriptors;
  /** A run's pinned document is shown but never edited. */
  readonly readOnly: boolean;
  /** Which open panels belong to the document. */
  readonly panelMode: PanelMode;
  /** How steps differ, where two versions are compared. */
  readonly changes: ReadonlyMap<string, StepChange> | undefined;
  readonly diagnostics: DiagnosticsSource;
  /** What the newest runs gave: for completion and gentle warnings. */
  readonly observed: Observable<ObservedOutputs>;
  readonly positions: PositionSource;
  readonly flow: Flow;
  /** How much cards show at the zoom of the canvas. */
  readonly zoom: Observable<Detail>;
  readonly hoveredEdge: Observable<string | undefined>;
  readonly view: Observable<CanvasView | undefined>;
}

export interface SessionOptions {
  readonly document: PipelineDocument;
  readonly descriptors: Descriptors;
  readonly pipelineId: string;
  /** What the server holds of it, where it is edited. */
  readonly draft?: ServerDraft;
  /** How steps differ from those of another version, where two are compared. */
  readonly changes?: ReadonlyMap<string, StepChange>;
  readonly readOnly?: boolean;
  /** @default `run` of a document that is read-only */
  readonly panelMode?: PanelMode;
  /** The page that shows the document. @default a new one */
  readonly desk?: DeskState;
  /** Names and hosts of the secrets there are; without them none is found missing. */
  readonly secrets?: readonly KnownSecret[];
}

let sessions = 0;

/** Timers of the page. */
export const pageTimers: Timers = {
  start: (run, delayMs) => setTimeout(run, delayMs),
  stop: (timer) => clearTimeout(asHandle(timer)),
};

/** Opens a pipeline in memory. Nothing runs until the provider is on the page. */
export function createSession(options: SessionOptions): EditorSession {
  const { document, descriptors, pipelineId, draft, secrets, readOnly = false } = options;
  const { panelMode = readOnly ? 'run' : 'edit' } = options;
  const { memory, interaction, panelState, panels, announcement } = options.desk ?? createDeskState();
  const store = createEditorStore(document, { draft });
  const positions = createPositionSource(descriptors);
  const observed = createObservable<ObservedOutputs>({});
  sessions += 1;
  return {
    key: `session-${sessions}`,
    memory,
    interaction,
    panelState,
    panels,
    announcement,
    pipelineId,
    store,
    descriptors,
    readOnly,
    panelMode,
    changes: options.changes,
    positions,
    diagnostics: createDiagnosticsSource({ store, descriptors, observed, secrets, timers: pageTimers }),
    observed,
    flow: createFlow({ store, descriptors, positions }),
    zoom: createObservable<Detail>('full'),
    hoveredEdge: createObservable<string | undefined>(undefined),
    view: createObservable<CanvasView | undefined>(undefined),
  };
}

/** Makes the state of a page that shows documents. */
export function createDeskState(): DeskState {
  return {
    memory: { viewport: undefined },
    interaction: createInteraction(),
    panelState: createPanelState(),
    panels: createObservable<PanelControl | undefined>(undefined),
    announcement: createObservable(''),
  };
}

/** The panels that are open in this mode of the page. */
export function openPanels({ panelMode, panelState }: EditorSession): OpenPanels {
  return panelState.get()[panelMode];
}

/** Opens other panels, in this mode of the page alone. */
export function showPanels({ panelMode, panelState }: EditorSession, change: Partial<OpenPanels>): void {
  patch(panelState, { [panelMode]: { ...panelState.get()[panelMode], ...change } });
}

/** `stop` receives only what `start` returned. */
function asHandle(timer: unknown): ReturnType<typeof setTimeout> | undefined {
  return timer as ReturnType<typeof setTimeout> | undefined;
}
