import type { Viewport } from 'reactflow';
import { COMMON_SCREEN, type Size } from '@/components/ui/first-screen';
import { createObservable, type Observable, patch } from '@/components/ui/observable';
import type {
  Descriptors,
  JsonObject,
  KnownSecret,
  ObservedOutputs,
  PipelineDocument,
  Position,
  StepChange,
} from '@/engine';
import type { BreakpointList } from '@/lib/contracts/breakpoints';
import type { PinRecord } from '@/lib/contracts/pins';
import type { OpenTab } from '@/lib/contracts/presence';
import { createFlow } from './canvas/flow';
import type { Flow } from './canvas/flow-interface';
import type { Detail } from './canvas/zoom';
import type { Lights } from './lineage/lights';
import { type CoverageChoice, type Covered, NO_COVERAGE } from './model/coverage';
import { createDiagnosticsSource, type DiagnosticsSource } from './model/diagnostics-source';
import { createInteraction, type Interaction } from './model/interaction';
import { createPanelState, type OpenPanels, type PanelMode, type PanelState } from './model/panels';
import { createPositionSource, type PositionSource } from './model/positions';
import { NEWEST, NO_SAMPLES, type Samples, type ValuesAt, type ValuesFrom } from './model/samples';
import type { ServerDraft, Timers } from './model/save-state';
import { createEditorStore, type EditorStore } from './model/store';
import { NOTHING_REVIEWED, type Reviewed } from './model/to-fill-in';
import { createPendingChanges, type PendingChanges } from './pending-changes';
import type { TestRuns } from './pipeline-tests/model/test-runs';

/** The operations of the mounted canvas for other parts of the page. */
export interface CanvasView {
  fit(): void;
  zoomTo(zoom: number): void;
  zoomBy(factor: number): void;
  /** Makes steps visible with the smallest change of the viewport. */
  reveal(ids: readonly string[]): void;
  /** Moves the focus to a card, or to the canvas. */
  focus(id?: string): void;
  /** Canvas coordinates of the centre of the visible part. */
  center(): Position;
  /** Canvas coordinates of the pointer; undefined while it is not over the canvas. */
  pointer(): Position | undefined;
}

/**
 * How the view came about. `initial`: on opening. `all`: everything was fitted. `followed`: it was moved to a card that
 * was added or chosen. `moved`: by a person.
 */
export type ViewMode = 'initial' | 'all' | 'followed' | 'moved';

/** The last viewport. */
export interface ViewMemory {
  viewport: Viewport | undefined;
  mode: ViewMode;
  /** A canvas that another one replaces, with the node that had its focus; undefined until then. */
  left: { readonly node: string | undefined } | undefined;
}

/** The operations of the mounted panels. */
export interface PanelControl {
  focusInspector(): void;
  focusLeft(): void;
  focusDock(): void;
  openLeft(): void;
  /** Whether the panel at one side of the canvas is open. */
  isOpen(side: 'left' | 'inspector'): boolean;
  /** Opens or closes the panel at one side of the canvas. */
  toggle(side: 'left' | 'inspector'): void;
}

/** State of the page instead of one document; a run shown in the editor shares it. */
export interface DeskState {
  readonly memory: ViewMemory;
  /** The size of the canvas for which the server draws it. */
  readonly firstSize: Size;
  /** The size of the part of the canvas that no panel covers, once it is measured. */
  readonly canvasSize: Observable<Size | undefined>;
  readonly interaction: Observable<Interaction>;
  readonly panelState: Observable<PanelState>;
  readonly panels: Observable<PanelControl | undefined>;
  /** Whether the canvas draws all data edges, not only those of the selection. */
  readonly showsData: Observable<boolean>;
  /** The steps and edges of the lineage that is shown. */
  readonly lights: Observable<Lights | undefined>;
  /** The breakpoints of the pipeline: runs of it show them too. */
  readonly breakpoints: Observable<BreakpointList>;
  /** Changes of breakpoints that are being sent: starts of runs wait for them. */
  readonly pending: PendingChanges;
  /** Last sentence for screen readers. */
  readonly announcement: Observable<string>;
}

/** An open document and its state. */
export interface EditorSession extends DeskState {
  /** Unique for each session: as a React `key` it resets components with the session. */
  readonly key: string;
  readonly pipelineId: string;
  readonly store: EditorStore;
  readonly descriptors: Descriptors;
  /** Whether the document cannot be edited, for example the definition of a run. */
  readonly readOnly: boolean;
  /** The mode whose panels are shown with the document. */
  readonly panelMode: PanelMode;
  /** How steps differ, where two versions are compared. */
  readonly changes: ReadonlyMap<string, StepChange> | undefined;
  readonly diagnostics: DiagnosticsSource;
  /** Outputs of the newest runs, for completion and warnings. */
  readonly observed: Observable<ObservedOutputs>;
  /** Steps that runs skipped, each with the number of the newest such run. */
  readonly skipped: Observable<Readonly<Record<string, number>>>;
  /** Pinned outputs, by step. */
  readonly pins: Observable<ReadonlyMap<string, PinRecord>>;
  /** The run whose values are shown. */
  readonly valuesFrom: Observable<ValuesFrom>;
  /** The iteration and attempt that a person chose for one step; others show their first iteration, newest attempt. */
  readonly valuesAt: Observable<ValuesAt | undefined>;
  /** Values of runs and typed ones, for examples and previews. */
  readonly samples: Observable<Samples>;
  /** Names and hosts of the secrets of the installation; undefined when they are unknown. */
  readonly secrets: Observable<readonly KnownSecret[] | undefined>;
  /** What the author left or ran, which shows missing values as errors. */
  readonly reviewed: Observable<Reviewed>;
  /** Parameters with which new steps begin, by action. */
  readonly startParams: Observable<Readonly<Record<string, JsonObject>>>;
  /** The last run of each test. */
  readonly testRuns: Observable<TestRuns>;
  /** Which coverage the canvas shows. */
  readonly coverage: Observable<CoverageChoice>;
  /** How often each part of the pipeline was taken; undefined while no coverage is shown. */
  readonly covered: Observable<Covered | undefined>;
  /** Other tabs in which the pipeline is open. */
  readonly others: Observable<readonly OpenTab[]>;
  readonly positions: PositionSource;
  readonly flow: Flow;
  /** The level of detail of cards at the zoom of the canvas. */
  readonly zoom: Observable<Detail>;
  readonly hoveredEdge: Observable<string | undefined>;
  readonly view: Observable<CanvasView | undefined>;
}

export interface SessionOptions {
  readonly document: PipelineDocument;
  readonly descriptors: Descriptors;
  readonly pipelineId: string;
  /** The draft on the server, for an editable document. */
  readonly draft?: ServerDraft;
  /** How steps differ from those of another version, where two are compared. */
  readonly changes?: ReadonlyMap<string, StepChange>;
  readonly readOnly?: boolean;
  /** @default `run` of a document that is read-only */
  readonly panelMode?: PanelMode;
  /** The page that shows the document. @default a new one */
  readonly desk?: DeskState;
  /** Names and hosts of the secrets of the installation; without them missing secrets are not reported. */
  readonly secrets?: readonly KnownSecret[];
}

/** A pipeline without breakpoints. */
export const NO_BREAKPOINTS: BreakpointList = { breakpoints: [], pause_on_failure: false, problems: [] };

let sessions = 0;

/** Timers of the page. */
export const pageTimers: Timers = {
  start: (run, delayMs) => setTimeout(run, delayMs),
  stop: (timer) => clearTimeout(asHandle(timer)),
};

/** Opens a pipeline in memory. Nothing is active until the provider is mounted. */
export function createSession(options: SessionOptions): EditorSession {
  const { document, descriptors, pipelineId, draft, readOnly = false } = options;
  const { panelMode = readOnly ? 'run' : 'edit' } = options;
  const desk = options.desk ?? createDeskState();
  const store = createEditorStore(document, { draft });
  const positions = createPositionSource(descriptors);
  const observed = createObservable<ObservedOutputs>({});
  const skipped = createObservable<Readonly<Record<string, number>>>({});
  const secrets = createObservable<readonly KnownSecret[] | undefined>(options.secrets);
  const covered = createObservable<Covered | undefined>(undefined);
  sessions += 1;
  return {
    ...desk,
    key: `session-${sessions}`,
    pipelineId,
    store,
    descriptors,
    readOnly,
    panelMode,
    changes: options.changes,
    positions,
    diagnostics: createDiagnosticsSource({
      store,
      descriptors,
      observed,
      skipped,
      secrets,
      timers: pageTimers,
    }),
    observed,
    skipped,
    pins: createObservable<ReadonlyMap<string, PinRecord>>(new Map()),
    valuesFrom: createObservable<ValuesFrom>(NEWEST),
    valuesAt: createObservable<ValuesAt | undefined>(undefined),
    samples: createObservable<Samples>(NO_SAMPLES),
    secrets,
    reviewed: createObservable<Reviewed>(NOTHING_REVIEWED),
    startParams: createObservable<Readonly<Record<string, JsonObject>>>({}),
    testRuns: createObservable<TestRuns>(new Map()),
    coverage: createObservable<CoverageChoice>(NO_COVERAGE),
    covered,
    others: createObservable<readonly OpenTab[]>([]),
    flow: createFlow({
      store,
      descriptors,
      positions,
      covered,
      showsData: desk.showsData,
      lights: desk.lights,
    }),
    zoom: createObservable<Detail>('full'),
    hoveredEdge: createObservable<string | undefined>(undefined),
    view: createObservable<CanvasView | undefined>(undefined),
  };
}

/**
 * Creates the state of a page.
 * @param firstSize the canvas of the last visit
 */
export function createDeskState(firstSize: Size = COMMON_SCREEN.canvas): DeskState {
  return {
    memory: { viewport: undefined, mode: 'initial', left: undefined },
    firstSize,
    canvasSize: createObservable<Size | undefined>(undefined),
    interaction: createInteraction(),
    panelState: createPanelState(),
    panels: createObservable<PanelControl | undefined>(undefined),
    showsData: createObservable(false),
    lights: createObservable<Lights | undefined>(undefined),
    breakpoints: createObservable<BreakpointList>(NO_BREAKPOINTS),
    pending: createPendingChanges(),
    announcement: createObservable(''),
  };
}

/** The open panels in the mode of this document. */
export function openPanels({ panelMode, panelState }: EditorSession): OpenPanels {
  return panelState.get()[panelMode];
}

/** Changes the open panels in the mode of this document only. */
export function showPanels({ panelMode, panelState }: EditorSession, change: Partial<OpenPanels>): void {
  patch(panelState, { [panelMode]: { ...panelState.get()[panelMode], ...change } });
}

/** `stop` receives only what `start` returned. */
function asHandle(timer: unknown): ReturnType<typeof setTimeout> | undefined {
  return timer as ReturnType<typeof setTimeout> | undefined;
}
