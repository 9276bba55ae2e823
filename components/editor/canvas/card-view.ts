import type { FirstLook } from '@/components/run-state/first-look';
import { formatCount } from '@/components/ui/format';
import { STATUS_LOOKS, type Status } from '@/components/ui/status';
import type { ActionDescriptor, Diagnostic, StepDocument, UnitState } from '@/engine';
import type { PlannedStepRecord } from '@/lib/contracts/reruns';

/** Everything a card shows, in all of its sizes. */
export interface CardView {
  readonly step: StepDocument;
  readonly descriptor: ActionDescriptor | undefined;
  readonly title: string;
  /** Empty while a run is shown. */
  readonly problems: readonly Diagnostic[];
  readonly selected: boolean;
  /** Whether a run is shown. */
  readonly lens: boolean;
  readonly unit: UnitState | undefined;
  readonly status: Status | undefined;
  /** What a re-run that is being prepared does with the step. */
  readonly planned: PlannedStepRecord | undefined;
  /** How the step ended, until the journal of the run is read. */
  readonly first: FirstLook | undefined;
  /** Last measured size of the full card. */
  readonly size: { readonly width: number; readonly height: number };
  /** Number of handles. */
  readonly handleCount: number;
}

/** The accessible name of a card: “Check the cluster, HTTP request, 1 problem”. */
export function describeCard({ title, descriptor, step, problems, status, lens }: CardView): string {
  const parts = [title, descriptor?.title ?? `Unknown action ${step.action}`];
  if (lens && status !== undefined) parts.push(STATUS_LOOKS[status].word.toLowerCase());
  if (step.disabled === true) parts.push('disabled');
  if (problems.length > 0) parts.push(formatCount(problems.length, 'problem'));
  return parts.join(', ');
}

/** The highest severity of the problems; undefined when there are none. */
export function worst(problems: readonly Diagnostic[]): 'error' | 'warning' | undefined {
  if (problems.length === 0) return undefined;
  return problems.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
}

/** The title of a small card, which has no space for the id: the id when the title would only be the action's. */
export function shortTitle({
  step,
  descriptor,
  title,
}: Pick<CardView, 'step' | 'descriptor' | 'title'>): string {
  return title === descriptor?.title ? step.id : title;
}
