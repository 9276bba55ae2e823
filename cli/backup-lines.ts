import { type Manifest, rowsOf } from '@/lib/server/backups';

/** The content of a backup, for people: "3 pipelines, 120 runs, 1 trigger, 4 secrets; files and large values: 14." */
export function contentLine(manifest: Manifest): string {
  const { blobs } = manifest;
  const counts = [
    [rowsOf(manifest, 'pipelines'), 'pipeline'],
    [rowsOf(manifest, 'runs'), 'run'],
    [rowsOf(manifest, 'triggers'), 'trigger'],
    [rowsOf(manifest, 'secrets'), 'secret'],
  ] as const;
  const rows = counts.map(([count, name]) => `${count} ${name}${count === 1 ? '' : 's'}`);
  return `${rows.join(', ')}; files and large values: ${blobs.length}.`;
}
