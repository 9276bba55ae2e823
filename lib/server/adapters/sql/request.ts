import type { SqlRequest } from '@/engine/ports';
import type { Dialer } from '../egress/dialer';

export interface SqlOptions {
  readonly dialer: Dialer;
  /** Absolute path of the folder of SQLite databases; created on demand. */
  readonly sqliteDir: string;
  /** Certificates of authorities, in PEM, to trust instead of the usual ones. */
  readonly authorities?: string;
}

/** A request to a server, as its adapter gets it. */
export type ServerRequest = SqlRequest & {
  readonly connection: Extract<SqlRequest['connection'], { host: string }>;
};

/** A request to a file. */
export type FileRequest = SqlRequest & {
  readonly connection: Extract<SqlRequest['connection'], { path: string }>;
};
