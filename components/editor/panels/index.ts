import type { ComponentType } from 'react';
import { TestCount } from '../pipeline-tests/test-count';
import { TestsPanel } from '../pipeline-tests/tests-panel';
import { TriggerCount } from '../triggers/trigger-count';
import { TriggersPanel } from '../triggers/triggers-panel';
import { JsonPanel } from './json-panel';
import { ProblemCount } from './problem-count';
import { ProblemsPanel } from './problems-panel';

/** A panel of the dock for editing. */
export interface EditingPanel {
  readonly id: 'problems' | 'json' | 'triggers' | 'tests';
  readonly title: string;
  readonly Panel: ComponentType;
  /** Shown beside the title: a count. */
  readonly Badge?: ComponentType;
}

/** The registry of editing panels, in tab order. */
export const editingPanels: readonly EditingPanel[] = [
  { id: 'problems', title: 'Problems', Panel: ProblemsPanel, Badge: ProblemCount },
  { id: 'json', title: 'JSON', Panel: JsonPanel },
  { id: 'triggers', title: 'Triggers', Panel: TriggersPanel, Badge: TriggerCount },
  { id: 'tests', title: 'Tests', Panel: TestsPanel, Badge: TestCount },
];
