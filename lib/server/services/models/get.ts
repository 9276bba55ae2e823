import type { ModelDetail } from '@/lib/contracts/models';
import { filesOfModel } from '../../store/models/model-files';
import { findModel } from '../../store/models/read-models';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';
import { originsOf } from '../step-origin';
import { summaryOf } from './summary';

/** One model with its files. @throws NotFound */
export async function getModel(
  { sql }: Pick<ServiceContext, 'sql'>,
  { id }: { id: string },
): Promise<ModelDetail> {
  const row = await findModel(sql, id);
  if (!row) throw doesNotExist('model', id);
  const [files, originOf] = await Promise.all([filesOfModel(sql, id), originsOf(sql, [row])]);
  return {
    ...summaryOf(row, originOf),
    files: files.map(({ path, size, sha256, verified }) => ({ path, size, sha256, verified })),
  };
}
