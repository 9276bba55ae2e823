/** A secret as checks know it: never its value. */
export interface KnownSecret {
  readonly name: string;
  /** Where it may be sent, `*.example.org` for every name below; empty for anywhere. */
  readonly hosts: readonly string[];
}
