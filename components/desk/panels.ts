import type { ComponentType } from 'react';
import type { DockTab, LeftTab } from '@/components/editor/model/panels';
import { Outline } from '@/components/editor/outline/outline';
import { Palette } from '@/components/editor/palette/palette';
import { editingPanels } from '@/components/editor/panels';
import { LogsPanel } from '@/components/run/logs-panel';
import { TimelinePanel } from '@/components/run/timeline-panel';
import type { DeskMode } from './desk-context';
import { HistoryTab } from './history-tab';
import { RunsTab } from './runs-tab';

/** A panel at the left or in the dock. */
export interface DeskPanel<Id extends string> {
  readonly id: Id;
  readonly title: string;
  /**
   * `pipeline`: shown while the pipeline is edited; stays mounted while a run is shown.
   * `run`: shown with a run; mounted again for each run.
   * `document`: always shown, for the document on the canvas.
   */
  readonly of: 'pipeline' | 'run' | 'document';
  /** Whether it reads what the server has of the pipeline, which a run from a file does not have. */
  readonly isOnServer?: boolean;
  readonly Panel: ComponentType;
  /** Shown beside the title: the number of entries in the panel. */
  readonly Badge?: ComponentType;
}

/** The registry of panels at the left, in tab order. */
export const leftPanels: readonly DeskPanel<LeftTab>[] = [
  { id: 'palette', title: 'Palette', of: 'pipeline', Panel: Palette },
  { id: 'outline', title: 'Outline', of: 'document', Panel: Outline },
  { id: 'runs', title: 'Runs', of: 'document', isOnServer: true, Panel: RunsTab },
  { id: 'history', title: 'History', of: 'pipeline', Panel: HistoryTab },
];

/** The registry of panels in the dock, in tab order. */
export const dockPanels: readonly DeskPanel<DockTab>[] = [
  ...editingPanels.map((panel) => ({ ...panel, of: 'pipeline' as const })),
  { id: 'timeline', title: 'Timeline', of: 'run', Panel: TimelinePanel },
  { id: 'logs', title: 'Logs', of: 'run', Panel: LogsPanel },
];

/** The panels of a mode. */
export function offeredIn<Id extends string>(
  mode: DeskMode,
  panels: readonly DeskPanel<Id>[],
): readonly DeskPanel<Id>[] {
  return panels.filter(
    (panel) =>
      panel.of !== (mode === 'edit' ? 'run' : 'pipeline') && !(mode === 'run file' && panel.isOnServer),
  );
}
