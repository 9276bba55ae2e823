import { z } from 'zod';

/** Version of the file format; a release reads its own format and older ones. */
export const BACKUP_FORMAT = 1;

export const BACKUP_SUFFIX = '.pwb';

/** Name of the entry that describes the others. It is written last: a file without it is incomplete. */
export const MANIFEST_NAME = 'manifest.json';

/** Name of the entry with the SHA-256 of the manifest, as `sha256sum` prints it. */
export const MANIFEST_SUM_NAME = 'manifest.sha256';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);

/** A compressed piece of a table: one JSON object per line, with values as PostgreSQL's text. */
const pieceSchema = z.object({
  name: z.string(),
  /** Uncompressed, in bytes. */
  bytes: z.int().nonnegative(),
  /** Of the uncompressed lines. */
  sha256,
});

const tableSchema = z.object({
  name: identifier,
  columns: z.array(identifier).min(1),
  rows: z.int().nonnegative(),
  pieces: z.array(pieceSchema),
});

/** The manifest of a backup. */
export const manifestSchema = z.object({
  format: z.int(),
  /** The release of Pipewright that wrote it. */
  release: z.string(),
  /** The newest migration of the database, in ms since 1970. */
  schema: z.int(),
  created_at: z.iso.datetime(),
  database: z.enum(['built_in', 'url']),
  /** In order of their foreign keys. */
  tables: z.array(tableSchema),
  /** Contents of files and large values to which rows refer. */
  blobs: z.array(z.object({ sha256, bytes: z.int().nonnegative() })),
  /** Whether the backup includes the contents. */
  blobs_included: z.boolean(),
  /** Referenced contents that were not found. */
  blobs_missing: z.array(sha256),
  /** Ids of the keys that sealed secrets and webhook addresses; the keys themselves are never in a backup. */
  key_ids: z.array(z.string()),
  /** Rows written, by the database's statistics: equal in two backups if nothing has changed. */
  changes: z.int(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type TablePiece = z.infer<typeof pieceSchema>;
export type TableContent = z.infer<typeof tableSchema>;
export type BlobContent = Manifest['blobs'][number];

/** Name of the entry of a piece. */
export function pieceName(table: string, number: number): string {
  return `tables/${table}/${String(number).padStart(6, '0')}.jsonl.gz`;
}

/** Name of the entry of a content. */
export function blobName(hash: string): string {
  return `blobs/${hash}.gz`;
}

/** Rows of a table in a backup; 0 without that table. */
export function rowsOf({ tables }: Pick<Manifest, 'tables'>, name: string): number {
  return tables.find((table) => table.name === name)?.rows ?? 0;
}
