/**
 * The protocol version with which this release executes runs. A run keeps the number of the release that
 * started it, and a worker skips runs with a higher number. Raise it when an older release would misread a
 * journal.
 */
export const PROTOCOL = 1;
