/** Where the shown run comes from, when that is a file. */
export interface RunFileSource {
  /** ISO 8601. */
  readonly exportedAt: string;
  readonly release: string;
}
