const NEXT = 'Restore the database from a backup, or cancel the run.';

/** The error for a run whose version of the pipeline is missing: no operation deletes it while the run exists. */
export function missingVersion(pipelineId: string, version: number): Error {
  return new Error(`Version ${version} of the pipeline ${pipelineId} is missing in the database. ${NEXT}`);
}

/** The error for a value that a journal refers to and that is missing. */
export function missingValue(ref: string): Error {
  return new Error(`The stored value ${ref} is missing. ${NEXT}`);
}
