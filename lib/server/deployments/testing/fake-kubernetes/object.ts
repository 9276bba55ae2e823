/** An object of the API, as far as the server itself reads it. */
export interface ApiObject {
  apiVersion?: string;
  kind?: string;
  metadata: {
    name: string;
    namespace?: string;
    uid?: string;
    resourceVersion?: string;
    generation?: number;
    creationTimestamp?: string;
    deletionTimestamp?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    ownerReferences?: { readonly uid: string }[];
  };
  // biome-ignore lint/suspicious/noExplicitAny: the fields of every kind, which only its own rules know
  spec?: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  status?: any;
  [field: string]: unknown;
}

/** A kind that the server has. */
export interface Resource {
  /** `apps/v1`, or `v1` for the core group. */
  readonly apiVersions: readonly string[];
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
}

/** Failure of a request, as the server answers it. */
export class ApiFailure extends Error {
  readonly code: number;
  readonly reason: string;

  constructor(code: number, reason: string, message: string) {
    super(message);
    this.code = code;
    this.reason = reason;
  }
}
