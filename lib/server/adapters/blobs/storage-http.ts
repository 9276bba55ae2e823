import type { Http } from '@/engine/ports';
import { createDialer } from '../egress';
import { parseRule } from '../egress/rules';
import { createHttp } from '../http';

/** Largest response of the storage, in bytes: large values are stored there too. */
const LIMIT_BYTES = 1_000_000_000;

/** An HTTP client that reaches only the storage in the settings, at any address. */
export function storageHttp({ hostname, port, protocol }: URL): Http {
  const usual = protocol === 'https:' ? '443' : '80';
  const rule = parseRule(`${hostname}:${port || usual}`);
  const allow = rule ? [rule] : [];
  const dialer = createDialer({ mode: 'allowlist', allow, own: { ports: [], databases: [] } });
  return createHttp({ dialer, limitBytes: LIMIT_BYTES });
}
