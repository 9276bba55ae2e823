/** Headers that people write often, offered while a name is typed. */
export const HEADER_NAMES: readonly string[] = [
  'Accept',
  'Accept-Language',
  'Authorization',
  'Cache-Control',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Prefer',
  'User-Agent',
  'X-Api-Key',
  'X-Request-Id',
];
