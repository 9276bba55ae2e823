import type { RateLimit } from '@/lib/contracts/deployments';

/** Names of the algorithms of a rate limit. */
export const ALGORITHM_WORDS: Readonly<Record<RateLimit['algorithm'], string>> = {
  token_bucket: 'Token bucket',
  fixed_window: 'Fixed window',
};
