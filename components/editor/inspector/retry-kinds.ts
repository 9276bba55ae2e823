import { FAILURE_KINDS, type FailureKind, type Retry, retryDelaySeconds } from '@/engine';

/** The kinds that are shown first; the others are behind "more". */
export const COMMON_KINDS: readonly FailureKind[] = ['timeout', 'connection_error'];

/** What each kind means, for people. */
export const KIND_MEANINGS: Readonly<Record<FailureKind, string>> = {
  timeout: 'No answer in time',
  connection_error: 'No connection to the other side',
  http_status: 'Another HTTP status than expected',
  rejected: 'The other side refused',
  invalid_params: 'Parameters that cannot work',
  expression_error: 'An expression that could not be evaluated',
  explicit_failure: 'A fail step',
  storage_full: 'No room to store the result',
  internal: 'A fault of Pipewright',
  unknown_effect: 'Nobody knows whether it happened',
  cancelled: 'Cancelled by a person',
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
