import type { IconName } from '@/components/ui/icon';

/** What an entry of the command bar is. */
export type BarKind = 'Command' | 'Step' | 'Pipeline' | 'Run' | 'Page' | 'Action';

/** An entry of the command bar. */
export interface BarItem {
  /** Unique, and the same on every page: recent entries are remembered by it. */
  readonly id: string;
  readonly kind: BarKind;
  readonly label: string;
  /** Shown after the label and searched: an id, the pipeline of a run. */
  readonly detail?: string;
  /** Searched, not shown. */
  readonly keywords?: string;
  readonly icon: IconName;
  /** In the notation of `showShortcut`. */
  readonly shortcut?: string;
  run(): void;
}
