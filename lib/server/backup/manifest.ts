import { z } from 'zod';

/** How the file is laid out; a release reads its own format and older ones. */
export const BACKUP_FORMAT = 1;

/** What the name of every backup ends with. */
export const BACKUP_SUFFIX = '.pwb';

/** Name of the entry that describes the others. It is written last: a file without it is no backup. */
export const MANIFEST_NAME = 'manifest.json';

/** Name of the entry with the SHA-256 of the manifest, as `sha256sum` prints it. */
export const MANIFEST_SUM_NAME = 'manifest.sha256';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);

/** A compressed piece of a table: one JSON object a line, every value as PostgreSQL's text of it. */
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

/** What a backup holds. */
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
  /** Contents of files and large values that rows refer to. */
  blobs: z.array(z.object({ sha256, bytes: z.int().nonnegative() })),
  /** Whether the contents are in the backup, or stay where the server keeps them. */
  blobs_included: z.boolean(),
  /** Contents that were referred to and not found. */
  blobs_missing: z.array(sha256),
  /** The keys that secrets and webhook addresses are sealed with; the keys themselves are never in a backup. */
  key_ids: z.array(z.string()),
  /** Rows written since the database's statistics began: equal in two backups when nothing has changed. */
  changes: z.int(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type TablePiece = z.infer<typeof pieceSchema>;
export type TableContent = z.infer<typeof tableSchema>;
export type BlobContent = Manifest['blobs'][number];

/** The entry of a piece of a table. */
export function pieceName(table: string, number: number): string {
  return `tables/${table}/${String(number).padStart(6, '0')}.jsonl.gz`;
}

/** The entry of a content. */
export function blobName(hash: string): string {
  return `blobs/${hash}.gz`;
}

/** Rows of a table in a backup; 0 when it has no such table. */
export function rowsOf({ tables }: Pick<Manifest, 'tables'>, name: string): number {
  return tables.find((table) => table.name === name)?.rows ?? 0;
}
