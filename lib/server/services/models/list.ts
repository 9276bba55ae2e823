import type { ModelList } from '@/lib/contracts/models';
import { listModels as list } from '../../store/models/read-models';
import type { ServiceContext } from '../context';
import { originsOf } from '../step-origin';
import { summaryOf } from './summary';

/** All models, newest first. */
export async function listModels({
  sql,
  models,
}: Pick<ServiceContext, 'sql' | 'models'>): Promise<ModelList> {
  const [rows, freeBytes] = await Promise.all([list(sql), models.freeBytes()]);
  const originOf = await originsOf(sql, rows);
  return { models: rows.map((row) => summaryOf(row, originOf)), free_bytes: freeBytes ?? null };
}
