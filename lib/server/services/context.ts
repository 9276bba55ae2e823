import type { Sql } from 'postgres';
import type { Descriptors } from '@/engine';
import type { BlobStore } from '../adapters/blobs/blob-store';
import type { Sampler } from '../adapters/otlp/settings';
import type { ClusterAccess } from '../clusters/access';
import type { ServerDeployments } from '../deployments';
import type { ServerModels } from '../models';
import type { KeepRule } from '../retention/keep-rule';
import type { KeyRing } from '../secrets';
import type { ConfiguredSettings } from '../secrets/settings';
import type { Definitions } from '../store/definitions';
import type { DraftFeed } from '../store/draft-feed';
import type { DraftSpace } from '../store/draft-space';
import type { Feed } from '../store/feed';
import type { Driver } from '../store/new-runs';
import type { Presence } from '../store/presence';
import type { RunInserter } from '../store/run-inserter';
import type { QueueLimit } from './queue-limit';
import type { StorageGuard } from './storage-guard';

/** What use cases depend on. */
export interface ServiceContext {
  readonly sql: Sql;
  readonly blobs: BlobStore;
  /** Encrypts and decrypts secrets. */
  readonly keys: KeyRing;
  /** Settings from the environment. */
  readonly settings: ConfiguredSettings;
  readonly clusters: ClusterAccess;
  readonly models: ServerModels;
  readonly deployments: ServerDeployments;
  readonly descriptors: Descriptors;
  /** Limit of steps in a pipeline that is saved or run. */
  readonly maxSteps: number;
  readonly definitions: Definitions;
  /** Reclaims the space of overwritten drafts. */
  readonly draftSpace: DraftSpace;
  /** Notifies open tabs of changed drafts. */
  readonly draftFeed: DraftFeed;
  /** In which tabs pipelines are open. */
  readonly presence: Presence;
  readonly feed: Feed;
  /** Admits runs while the queue has room. */
  readonly queueLimit: QueueLimit;
  /** Accepts runs while enough disk space is free. */
  readonly storage: StorageGuard;
  readonly runInserter: RunInserter;
  /** Decides which runs are traced; undefined when no traces are exported. */
  readonly sampler: Sampler | undefined;
  /** Retention of runs for pipelines without limits of their own. */
  readonly runsKeep: KeepRule;
  /** The server's clock. */
  readonly now: () => Date;
  /** The driver of new runs. */
  readonly driver: Driver;
  /** Notifies the worker of this process that a run may be claimable. */
  readonly wakeWorker: () => void;
  /** Notifies the worker of this process that a run received a command. */
  readonly commandRun: (runId: string) => void;
}
