/** A secret that an attempt uses. */
export interface RevealedSecret {
  readonly name: string;
  readonly value: string;
  /** Hosts to which it may be sent; `*.example.org` for all subdomains. Empty for any host. */
  readonly hosts: readonly string[];
  /** Written literally in the document: hidden only as a whole, and its host may be shown. */
  readonly isWritten?: boolean;
}

/** Fields of every outgoing request. */
export interface Outgoing {
  /** Aborts the request; its reason is the failure. */
  readonly signal: AbortSignal;
  /** Every secret of the attempt, set by the runner; each must allow the host of the request. */
  readonly secrets?: readonly RevealedSecret[];
}
