/** A secret without its value, for checks. */
export interface KnownSecret {
  readonly name: string;
  /** Hosts to which it may be sent; `*.example.org` for all subdomains. Empty for any host. */
  readonly hosts: readonly string[];
}
