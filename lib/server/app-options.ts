import type { Catalogue } from '@/engine/catalogue';
import type { Clock, World } from '@/engine/ports';
import type { ChunkSizes } from '@/engine/run/chunks/chunks';
import type { SharedMemory } from '@/engine/run/memory/shared-memory';
import type { BlobStore } from './adapters/blobs/blob-store';
import type { FreeBytes } from './adapters/disk-space';
import type { Config } from './config';

/** What the outside world is, for a whole server. */
export interface Adapters {
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly world: World;
  /** Where contents of files and large values are kept. */
  readonly blobs: BlobStore;
  readonly report: (error: unknown, what: string) => void;
  /** When loops are carried out in parts. @default what the engine says */
  readonly chunkSizes?: ChunkSizes;
  /** What the runs of this process hold together. @default a quarter of the heap that Node.js allows */
  readonly memory?: SharedMemory;
  /** Space on the disks that are written to. @default what the system says */
  readonly freeBytes?: FreeBytes;
}

/** Parts that a test puts in place of the real ones. */
export type AdapterOverrides = Partial<Omit<Adapters, 'world'>> & { readonly world?: Partial<World> };

/** The settings that matter once the database is open. */
export type AppConfig = Pick<
  Config,
  | 'databaseUrl'
  | 'dataDir'
  | 'host'
  | 'port'
  | 'hosts'
  | 'egressMode'
  | 'egressAllow'
  | 'runsWorker'
  | 'leaseMs'
  | 'slots'
  | 'queueLimit'
  | 'queueSharePercent'
  | 'maxSteps'
  | 'runsKeep'
  | 'restate'
  | 'blobs'
  | 'filesKeepDays'
  | 'masterKeys'
  | 'settings'
> & {
  /** Longest time that attempts in flight get to end when the server closes, in ms. @default 8000 */
  readonly drainMs?: number;
  /** @default "web" */
  readonly kind?: 'web' | 'worker';
  /** Whether the command line learns of this server, through the data folder. @default false */
  readonly leavesNotice?: boolean;
};
