import { FAILURE_KINDS, type FailureKind, type Retry, retryDelaySeconds } from '@/engine';

/** The kinds that are shown first; the others are behind "more". */
export const COMMON_KINDS: readonly FailureKind[] = ['timeout', 'connection_error'];

/** What each kind means, for people. */
export const KIND_MEANINGS: Readonly<Record<FailureKind, string>> = {
  timeout: 'No response before the timeout',
  connection_error: 'No connection to the service',
  http_status: 'Unexpected HTTP status',
  rejected: 'Rejected by the service',
  invalid_params: 'Invalid parameters',
  expression_error: 'Expression that could not be evaluated',
  explicit_failure: 'Fail step',
  storage_full: 'Storage is full',
  internal: 'Internal error of Pipewright',
  unknown_effect: 'Unknown outcome after an interruption',
  cancelled: 'Cancelled by a user',
};

/** Whether a failure of this kind is tried again. */
export function isRetried(retry: Retry, kind: FailureKind): boolean {
  return retryDelaySeconds({ ...retry, max_attempts: 2 }, 1, kind) !== undefined;
}

/** `retry_on` with one kind switched. Without a list, what is tried by default becomes the list first. */
export function toggleKind(retry: Retry, kind: FailureKind): FailureKind[] {
  return FAILURE_KINDS.filter((other) =>
    other === kind ? !isRetried(retry, other) : isRetried(retry, other),
  );
}
