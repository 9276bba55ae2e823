/**
 * The number of the rules by which this release carries out runs. A run keeps that of the release it began under, and a
 * worker leaves runs with a higher one to newer releases. Raise it when an older release would misread a journal.
 */
export const PROTOCOL = 1;
