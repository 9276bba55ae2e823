import type { Catalogue, ChunkSizes, SharedMemory } from '@/engine';
import type { Clock, World } from '@/engine/ports';
import type { BlobStore } from './adapters/blobs/blob-store';
import type { FreeBytes } from './adapters/disk-space';
import type { Config } from './config';

/** Everything outside a server. */
export interface Adapters {
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly world: World;
  /** Where file contents and large values are stored. */
  readonly blobs: BlobStore;
  readonly report: (error: unknown, what: string) => void;
  /** When loops run in chunks. @default the default of the engine */
  readonly chunkSizes?: ChunkSizes;
  /** Memory budget of all runs of this process. @default a quarter of the heap that Node.js allows */
  readonly memory?: SharedMemory;
  /** Free space on the disks that the server writes to. @default as the system reports it */
  readonly freeBytes?: FreeBytes;
}

/** Parts that a test replaces. */
export type AdapterOverrides = Partial<Omit<Adapters, 'world'>> & { readonly world?: Partial<World> };

/** The settings that matter once the database is open. */
export type AppConfig = Pick<
  Config,
  | 'databaseUrl'
  | 'dataDir'
  | 'host'
  | 'port'
  | 'hosts'
  | 'allowUnauthenticated'
  | 'egressMode'
  | 'egressAllow'
  | 'runsWorker'
  | 'leaseMs'
  | 'slots'
  | 'queueLimit'
  | 'queueSharePercent'
  | 'maxSteps'
  | 'runsKeep'
  | 'versionsKeep'
  | 'restate'
  | 'blobs'
  | 'filesKeepDays'
  | 'masterKeys'
  | 'models'
  | 'root'
  | 'runtimes'
  | 'settings'
  | 'podService'
> &
  Partial<Pick<Config, 'kubernetesFile' | 'tracing'>> & {
    /** Longest time that attempts in flight have to end when the server closes, in ms. @default 8000 */
    readonly drainMs?: number;
    /** @default "web" */
    readonly kind?: 'web' | 'worker';
    /** Delay of the first removal of old runs, in ms. @default 30,000 */
    readonly firstRemovalMs?: number;
    /** Whether the command line finds this server through the data folder. @default false */
    readonly leavesNotice?: boolean;
  };
