import type { ModelList } from '@/lib/contracts/models';
import { listModels as list } from '../../store/models/read-models';
import type { ServiceContext } from '../context';
import { summaryOf } from './summary';

/** All models, newest first. */
export async function listModels({
  sql,
  models,
}: Pick<ServiceContext, 'sql' | 'models'>): Promise<ModelList> {
  const [rows, freeBytes] = await Promise.all([list(sql), models.freeBytes()]);
  return { models: rows.map(summaryOf), free_bytes: freeBytes ?? null };
}
