import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatGolden, type Golden } from './golden';

const folder = fileURLToPath(new URL('./golden/', import.meta.url));

/** Every golden pipeline with its file name. */
export function readGoldens(): { file: string; golden: Golden }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file, golden: JSON.parse(readFileSync(folder + file, 'utf8')) }));
}

/** Writes a golden pipeline in its canonical form. */
export function writeGolden(file: string, golden: Golden): void {
  writeFileSync(folder + file, formatGolden(golden));
}
