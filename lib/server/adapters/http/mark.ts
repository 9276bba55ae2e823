/** The header of every HTTP request of a pipeline: ids of the installations that sent it. */
export const MARK_HEADER = 'pipewright-instance';

/** The mark of a process that does not know its installation; every installation treats it as its own. */
export const UNKNOWN_MARK = 'unknown';

/** Whether a pipeline of this installation sent the request. @param mark value of the header */
export function isOwnMark(mark: string | null, instance: string): boolean {
  const marks = mark?.split(',').map((each) => each.trim().toLowerCase()) ?? [];
  return marks.includes(instance) || marks.includes(UNKNOWN_MARK);
}
