import type { Http } from '@/engine/ports';
import { createDialer } from '../egress';
import { parseRule } from '../egress/rules';
import { createHttp } from '../http';

/** Largest answer of the storage, in bytes: large values are kept there too. */
const LIMIT_BYTES = 1_000_000_000;

/** Reaches the storage that the settings name, wherever that is, and nothing else. */
export function storageHttp({ hostname, port, protocol }: URL): Http {
  const usual = protocol === 'https:' ? '443' : '80';
  const rule = parseRule(`${hostname}:${port || usual}`);
  const allow = rule ? [rule] : [];
  const dialer = createDialer({ mode: 'allowlist', allow, own: { ports: [], databases: [] } });
  return createHttp({ dialer, limitBytes: LIMIT_BYTES });
}
