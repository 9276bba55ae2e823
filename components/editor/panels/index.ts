import type { ComponentType } from 'react';
import { TriggersPanel } from '../triggers/triggers-panel';
import { JsonPanel } from './json-panel';
import { ProblemsPanel } from './problems-panel';

/** A panel of the dock that belongs to editing. */
export interface EditingPanel {
  readonly id: 'problems' | 'json' | 'triggers';
  readonly title: string;
  readonly Panel: ComponentType;
}

/** THE REGISTRY of editing panels, in tab order. */
export const editingPanels: readonly EditingPanel[] = [
  { id: 'problems', title: 'Problems', Panel: ProblemsPanel },
  { id: 'json', title: 'JSON', Panel: JsonPanel },
  { id: 'triggers', title: 'Triggers', Panel: TriggersPanel },
];
