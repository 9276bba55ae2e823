/** When the spans of a run are exported, from OTEL_TRACES_SAMPLER. */
export interface Sampler {
  /** Whether runs follow the decision of the request that started them. */
  readonly followsParent: boolean;
  /** Share of the other runs, from 0 to 1. */
  readonly ratio: number;
}

/** Where spans are exported, from the variables of OpenTelemetry. */
export interface TracingSettings {
  /** URL of the collector for traces. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Time limit of a request with its repetitions, in ms. */
  readonly timeoutMs: number;
  readonly compression: 'none' | 'gzip';
  /** Attributes of this service. */
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: Sampler;
}
