/** The parts of an API object that the server reads. */
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
  // biome-ignore lint/suspicious/noExplicitAny: the fields differ by kind
  spec?: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  status?: any;
  [field: string]: unknown;
}

/** A kind of objects. */
export interface Resource {
  /** `apps/v1`, or `v1` for the core group. */
  readonly apiVersions: readonly string[];
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
}

/** A failed request, with its response. */
export class ApiFailure extends Error {
  readonly code: number;
  readonly reason: string;

  constructor(code: number, reason: string, message: string) {
    super(message);
    this.code = code;
    this.reason = reason;
  }
}
