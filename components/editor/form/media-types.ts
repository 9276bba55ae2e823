/** Media types that people write often. */
export const MEDIA_TYPES: readonly string[] = [
  'application/json',
  'text/plain',
  'text/csv',
  'text/html',
  'application/pdf',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'application/zip',
  'image/png',
  'image/jpeg',
];
