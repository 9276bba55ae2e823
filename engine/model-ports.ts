import type { BenchmarkResult, NewBenchmark } from './benchmark';
import type { CloudModel, NewCloudModel } from './cloud-models';
import type {
  AvailableModel,
  DeletedModel,
  ModelAttempt,
  ModelDeletion,
  ModelState,
  NewModel,
} from './models';
import type { Outgoing } from './outgoing';

/** A model that an attempt adds. */
export interface ModelRequest extends NewModel, ModelAttempt, Outgoing {}

/** A model of a provider to add: in the name of an attempt, or of a person without `owner`. */
export interface CloudModelRequest extends NewCloudModel, Outgoing {
  readonly owner?: ModelAttempt['owner'];
}

/** A benchmark in the name of an attempt. */
export interface BenchmarkRequest extends NewBenchmark, Pick<ModelAttempt, 'owner' | 'log'> {
  readonly signal: AbortSignal;
}

/** The registry of models: docs/models.md. @throws ActionError */
export interface Models {
  /** Downloads and verifies a model, or finds an equal one. The next attempt resumes a download. */
  add(request: ModelRequest): Promise<AvailableModel>;
  /** Adds a model of a provider once the provider has listed it, or finds it. */
  addCloud(request: CloudModelRequest): Promise<CloudModel>;
  delete(request: ModelDeletion): Promise<DeletedModel>;
  /** Sends requests to a model and measures its answers. */
  benchmark(request: BenchmarkRequest): Promise<BenchmarkResult>;
  /** The present state of a model, also of one that was deleted. */
  read(id: string): Promise<ModelState>;
}
