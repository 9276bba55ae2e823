import { windowSeconds } from './algorithm';
import type { Limited } from './limiter';

/**
 * Headers of every response of a limited deployment: those of draft-ietf-httpapi-ratelimit-headers, and the older
 * X-RateLimit headers. All durations are in seconds from now.
 */
export function limitHeaders(limited: Limited): Record<string, string> {
  const { rule, remaining, resetSeconds, isAdmitted, retrySeconds } = limited;
  const reset = Math.ceil(resetSeconds);
  return {
    'ratelimit-policy': `"deployment";q=${rule.rate_limit};w=${windowSeconds(rule)}`,
    ratelimit: `"deployment";r=${remaining};t=${reset}`,
    'ratelimit-limit': String(rule.rate_limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(reset),
    ...(!isAdmitted && { 'retry-after': String(retrySeconds) }),
  };
}
