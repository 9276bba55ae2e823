import { addressOf, type RunEvent, unitKey } from '@/engine';

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
      return `↻ ${unitKey(addressOf(event))} failed (${event.error.kind}): ${event.error.message} Next attempt at ${event.retry_at}`;
    case 'step_completed':
      return `✓ ${unitKey(addressOf(event))} completed`;
    case 'step_failed':
      return `✕ ${unitKey(addressOf(event))} failed (${event.error.kind}): ${event.error.message}`;
    case 'step_skipped':
      return `⤼ ${event.step} skipped (${event.reason})${event.detail === undefined ? '' : `: ${event.detail}`}`;
    case 'step_cancelled':
      return `■ ${unitKey(addressOf(event))} cancelled: ${event.reason}`;
    case 'run_failed':
      return `✕ ${event.error.kind}: ${event.error.message}`;
    default:
      return undefined;
  }
}
