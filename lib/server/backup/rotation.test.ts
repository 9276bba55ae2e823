import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BackupKind, backupName, listBackups, rotate } from './rotation';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 22, 5, 35, 18);

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-rotation-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const nameOf = (hoursAgo: number, occasion?: BackupKind) =>
  backupName(new Date(NOW - hoursAgo * HOUR_MS), occasion);

async function put(...names: string[]): Promise<void> {
  for (const name of names) await writeFile(join(folder, name), '');
}

describe('backups in a folder', () => {
  it('are named by their time and listed newest first', async () => {
    await put(nameOf(2, 'hourly'), nameOf(0), nameOf(1, 'exit'), 'notes.txt', '.x.pwb.unfinished-00');
    await mkdir(join(folder, 'sub'));
    expect((await listBackups(folder)).map(({ at, kind: occasion }) => [at.getTime(), occasion])).toEqual([
      [NOW, undefined],
      [NOW - HOUR_MS, 'exit'],
      [NOW - 2 * HOUR_MS, 'hourly'],
    ]);
    expect(await listBackups(join(folder, 'none'))).toEqual([]);
  });

  it('are kept when they are among the newest, or the newest of one of seven days', async () => {
    const all = Array.from({ length: 24 * 10 }, (_, hour) => nameOf(hour, 'hourly'));
    await put(...all);
    await rotate(folder, 24);
    const kept = (await listBackups(folder)).map(({ at }) => at.toISOString().slice(0, 13));
    expect(kept.slice(0, 24)).toEqual(
      Array.from({ length: 24 }, (_, hour) => new Date(NOW - hour * HOUR_MS).toISOString().slice(0, 13)),
    );
    // Of the 22nd and the 21st the newest are among those.
    expect(kept.slice(24)).toEqual(['20', '19', '18', '17', '16'].map((day) => `2026-11-${day}T23`));
  });

  it('are never deleted when a person made them', async () => {
    await put(nameOf(5000), ...[1, 2, 3].map((hour) => nameOf(hour, 'exit')));
    await rotate(folder, 1);
    expect((await listBackups(folder)).map(({ kind: occasion }) => occasion)).toEqual(['exit', undefined]);
  });

  it('that are incomplete are removed when no process can still be writing them', async () => {
    const [old, young] = ['.a.pwb.unfinished-1', '.b.pwb.unfinished-2'];
    await put(old, young);
    const past = new Date(Date.now() - 2 * HOUR_MS);
    await utimes(join(folder, old), past, past);
    await rotate(folder, 1);
    expect(await readdir(folder)).toEqual([young]);
  });
});
