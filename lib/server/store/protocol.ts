/**
 * The protocol version with which this release executes runs. A run keeps the number of the release that
 * started it, and a worker skips runs with a higher number. Raise it when an older release would misread a
 * journal.
 */
export const PROTOCOL = 2;

/** The protocol of a run that takes over no results: earlier releases can continue it. */
export const PLAIN_PROTOCOL = 1;
