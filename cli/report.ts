import {
  type Failure,
  type Json,
  type Payload,
  PENDING_UNIT,
  type PipelineDocument,
  type RunState,
} from '@/engine';

/** A failure; `code` is null when there is none. */
export interface FailureReport {
  readonly kind: string;
  readonly message: string;
  readonly code: string | null;
}

/** One step of a finished run, as `run --json` prints it. */
export interface StepReport {
  readonly action: string;
  readonly status: string;
  /** Why it was skipped or cancelled; null otherwise. */
  readonly reason: string | null;
  readonly attempts: number;
  readonly output: Json;
  readonly error: FailureReport | null;
}

/** A finished run, as `run --json` prints it. */
export interface RunReport {
  readonly run_id: string;
  readonly status: string;
  readonly error: FailureReport | null;
  readonly outputs: Record<string, Json>;
  readonly steps: Record<string, StepReport>;
}

/** Sums up a run, steps in document order and actions as their author wrote them. */
export function runReport(document: PipelineDocument, state: RunState): RunReport {
  const steps: Record<string, StepReport> = {};
  for (const { id, action } of document.steps) {
    const unit = state.steps.get(id) ?? PENDING_UNIT;
    steps[id] = {
      action,
      status: unit.status,
      reason: unit.skip?.reason ?? unit.cancelReason ?? null,
      attempts: unit.attempts.length,
      output: shownValue(unit.output),
      error: failure(unit.error),
    };
  }
  const outputs = Object.fromEntries(
    Object.entries(state.outputs).map(([key, payload]) => [key, shownValue(payload)]),
  );
  return { run_id: state.runId, status: state.status, error: failure(state.error), outputs, steps };
}

/** A value that a run file leaves out is its summary. */
function shownValue(payload: Payload | undefined): Json {
  if (payload === undefined) return null;
  return 'value' in payload ? payload.value : payload.summary;
}

function failure(error: Failure | undefined): FailureReport | null {
  if (!error) return null;
  const { kind, message, code } = error;
  return { kind, message, code: code ?? null };
}
