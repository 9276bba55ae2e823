import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Sql } from 'postgres';
import { type App, compose } from '@/lib/server/compose';
import { openDatabase } from '@/lib/server/open-database';
import type { DraftSpace } from '@/lib/server/store/draft-space';
import { findDraft, writePipeline } from '@/lib/server/store/drafts';
import { benchConfig } from './open';
import { ms, printTable, quantile, type Row } from './table';

const SAVES = 10_000;
const DOCUMENT_BYTES = 1_000_000;
const STEPS = 100;
const TABLES = ['pipelines', 'pipeline_drafts', 'pipeline_versions'];

/** A document of 1 MB with ordinary text or, as the worst case, incompressible text. */
function documentOf(save: number, isCompressible: boolean): object {
  const each = DOCUMENT_BYTES / STEPS;
  const words = (step: number) =>
    isCompressible
      ? `Step ${step} reports {{params.region}} as of save ${save}. `.repeat(each / 50)
      : randomBytes(each * 0.75).toString('base64');
  const steps = Array.from({ length: STEPS }, (_, step) => ({
    id: `step_${step}`,
    action: 'log',
    params: { message: words(step) },
  }));
  return { name: 'Large', params: { region: { type: 'string', default: 'eu' } }, steps };
}

async function bytes(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest(${TABLES}::text[]) as name`;
  return row?.bytes ?? 0;
}

const mb = (value: number) => `${(value / 1_000_000).toFixed(2)} MB`;

/** Writes a draft as an autosave does, without the preceding checks. */
async function overwrite(sql: Sql, space: DraftSpace, id: string, text: string): Promise<void> {
  const head = await findDraft(sql, id);
  if (!head) throw new Error(`The pipeline ${id} is gone.`);
  const hash = createHash('sha256').update(text).digest('hex');
  const draft = { ...head, text, hash, layout: null, contentHash: hash };
  const written = await writePipeline(sql, { id, from: head, draft, versions: [], edited: true });
  if (!written) throw new Error('Another process writes the draft.');
  space.overwritten(head.storedBytes);
}

async function autosave(app: App, sql: Sql, isCompressible: boolean): Promise<Row[]> {
  const space = app.context.draftSpace;
  const { id } = await app.pipelines.create({ text: JSON.stringify(documentOf(0, isCompressible)) });
  const first = await bytes(sql);
  const times: number[] = [];
  let most = 0;
  for (let save = 1; save <= SAVES; save += 1) {
    const text = JSON.stringify(documentOf(save, isCompressible));
    const began = performance.now();
    await overwrite(sql, space, id, text);
    times.push(performance.now() - began);
    if (save % 50 === 0) most = Math.max(most, await bytes(sql));
  }
  await space.stop();
  const what = isCompressible ? 'text that compresses' : 'text that does not compress';
  return [
    { what: `${SAVES.toLocaleString('en')} autosaves of 1 MB, ${what}: before`, value: mb(first) },
    { what: '  tables with TOAST and indexes, largest seen', value: mb(most) },
    { what: '  at the end', value: mb(await bytes(sql)), goal: '< 5 MB' },
    { what: '  time of a write, p50', value: ms(quantile(times, 0.5)) },
    { what: '  p99', value: ms(quantile(times, 0.99)) },
  ];
}

/** Database size after 10,000 autosaves of a large pipeline. */
export async function benchDrafts(): Promise<void> {
  for (const isCompressible of [false, true]) {
    const { config, folder } = await benchConfig();
    const database = await openDatabase(config);
    const app = await compose(config, database);
    try {
      const rows = await autosave(app, database.sql, isCompressible);
      printTable('Drafts', rows);
    } finally {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    }
  }
}
