import type { ModelSummary } from '@/lib/contracts/models';
import type { ModelRow } from '../../store/models/model-row';
import type { OriginOf } from '../step-origin';

/** A model as a list shows it. */
export function summaryOf(row: ModelRow, originOf: OriginOf): ModelSummary {
  const { id, name, status, source, uri, revision, size, sha256, metadata, error, createdAt } = row;
  const progress = status === 'downloading' ? progressOf(row) : null;
  return {
    ...{ id, name, status, source, uri, revision, sha256, metadata, error, progress },
    size_bytes: size,
    cloud: cloudOf(row),
    added_by: originOf(row),
    waiting: row.waiting.map(({ runId, step }) => ({ run_id: runId, step })),
    created_at: createdAt,
  };
}

function cloudOf({ request }: ModelRow): ModelSummary['cloud'] {
  if (!request?.cloud) return null;
  const { provider, model, baseUrl } = request.cloud;
  return { provider, model, base_url: baseUrl, api_key_secret: request.secret };
}

function progressOf({ received, size, bytesPerSecond, upload }: ModelRow): ModelSummary['progress'] {
  const [done, all] = upload ? [upload.sent, upload.size] : [received, size];
  const isKnown = all !== null && bytesPerSecond > 0;
  return {
    received_bytes: received,
    bytes_per_second: bytesPerSecond,
    seconds_left: isKnown ? Math.ceil(Math.max(0, all - done) / bytesPerSecond) : null,
    upload: upload && { sent_bytes: upload.sent, size_bytes: upload.size },
  };
}
