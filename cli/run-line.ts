import { addressOf, adviceFor, failureName, type RunEvent, unitKey, warningsText } from '@/engine';

/** The line that a terminal shows for an event; undefined for events without one. */
export function runLine(event: RunEvent): string | undefined {
  switch (event.type) {
    case 'step_started':
      return event.attempt === 1 ? undefined : `↻ ${unitKey(addressOf(event))} attempt ${event.attempt}`;
    case 'step_logged':
      return `  ${unitKey(addressOf(event))} ${event.level}: ${event.message}`;
    case 'step_waiting':
      return `⧖ ${unitKey(addressOf(event))} waiting${event.until === undefined ? '' : ` until ${event.until}`}`;
    case 'step_retrying':
      return `↻ ${unitKey(addressOf(event))} failed (${failureName(event.error)}): ${event.error.message} Next attempt at ${event.retry_at}`;
    case 'step_completed':
      return event.warning === undefined
        ? `✓ ${unitKey(addressOf(event))} completed`
        : `⚠ ${unitKey(addressOf(event))} completed: ${event.warning.message}`;
    case 'step_failed':
      return `✕ ${unitKey(addressOf(event))} failed (${failureName(event.error)}): ${event.error.message}`;
    case 'step_skipped':
      return `⤼ ${event.step} skipped (${event.reason})${event.detail === undefined ? '' : `: ${event.detail}`}`;
    case 'step_reused':
      return `≡ ${unitKey(addressOf(event))} reused from ${event.from_run}`;
    case 'step_given':
      return `≡ ${unitKey(addressOf(event))} ${event.source}`;
    case 'step_cancelled':
      return `■ ${unitKey(addressOf(event))} cancelled: ${event.reason}`;
    case 'run_failed':
      return `✕ ${failureName(event.error)}: ${event.error.message}\n  ${adviceFor(event.error)}`;
    case 'run_completed':
      return event.warnings && `⚠ Completed, ${warningsText(event.warnings)}`;
    default:
      return undefined;
  }
}
