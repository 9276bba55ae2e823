/** The header that every HTTP request of a pipeline carries: the installations that sent it. */
export const MARK_HEADER = 'pipewright-instance';

/** The mark of a process that knows no installation; every installation takes it for its own. */
export const UNKNOWN_MARK = 'unknown';

/** Whether a pipeline of this installation sent the request. @param mark value of the header */
export function isOwnMark(mark: string | null, instance: string): boolean {
  const marks = mark?.split(',').map((each) => each.trim().toLowerCase()) ?? [];
  return marks.includes(instance) || marks.includes(UNKNOWN_MARK);
}
