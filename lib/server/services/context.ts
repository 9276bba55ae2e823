import type { Sql } from 'postgres';
import type { Descriptors } from '@/engine';
import type { BlobStore } from '../adapters/blobs/blob-store';
import type { KeepRule } from '../retention/keep-rule';
import type { KeyRing } from '../secrets';
import type { ConfiguredSettings } from '../secrets/settings';
import type { Definitions } from '../store/definitions';
import type { DraftSpace } from '../store/draft-space';
import type { Feed } from '../store/feed';
import type { Driver } from '../store/new-runs';
import type { RunInserter } from '../store/run-inserter';
import type { QueueLimit } from './queue-limit';
import type { StorageGuard } from './storage-guard';

/** All that a use case works with. */
export interface ServiceContext {
  readonly sql: Sql;
  readonly blobs: BlobStore;
  /** Opens and seals secrets. */
  readonly keys: KeyRing;
  /** Settings that the environment gives. */
  readonly settings: ConfiguredSettings;
  readonly descriptors: Descriptors;
  /** Most steps of a pipeline that is saved or run. */
  readonly maxSteps: number;
  readonly definitions: Definitions;
  /** Reclaims the space of overwritten drafts. */
  readonly draftSpace: DraftSpace;
  readonly feed: Feed;
  /** Admits runs while the queue has room. */
  readonly queueLimit: QueueLimit;
  /** Accepts runs while there is space for them. */
  readonly storage: StorageGuard;
  readonly runInserter: RunInserter;
  /** Which runs of a pipeline that says nothing about it are kept. */
  readonly runsKeep: KeepRule;
  /** The server's clock. */
  readonly now: () => Date;
  /** What advances the runs that begin now. */
  readonly driver: Driver;
  /** Tells the worker in this process, when there is one, that a run may be ready. */
  readonly wakeWorker: () => void;
  /** Tells the worker in this process that a run was given a command. */
  readonly commandRun: (runId: string) => void;
}
