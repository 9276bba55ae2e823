import type { Http } from '@/engine/ports';
import { createDialer, type Dialer } from '../egress';
import { parseRule } from '../egress/rules';
import { createDownload, createHttp, type Download } from '../http';

/** Largest response of the storage, in bytes: large values are stored there too. */
const LIMIT_BYTES = 1_000_000_000;

/** An HTTP client that reaches only the storage in the settings, at any address. */
export function storageHttp(endpoint: URL): Http {
  return createHttp({ dialer: dialerTo(endpoint), limitBytes: LIMIT_BYTES });
}

/** As `storageHttp`, for contents that do not fit into memory. */
export function storageDownload(endpoint: URL): Download {
  return createDownload({ dialer: dialerTo(endpoint) });
}

function dialerTo({ hostname, port, protocol }: URL): Dialer {
  const usual = protocol === 'https:' ? '443' : '80';
  const rule = parseRule(`${hostname}:${port || usual}`);
  const allow = rule ? [rule] : [];
  return createDialer({ mode: 'allowlist', allow, own: { ports: [], databases: [] } });
}
