import { expect, it } from 'vitest';
import { previewKind } from './preview-kind';

it.each([
  ['image/png', 10, 'image'],
  ['image/PNG; x=y', 10, 'image'],
  ['image/png', 30_000_000, undefined],
  ['image/svg+xml', 10, 'text'],
  ['text/html; charset=utf-8', 10, 'text'],
  ['text/csv', 2_000_000, undefined],
  ['audio/mpeg', 50_000_000, 'audio'],
  ['video/mp4', 50_000_000, 'video'],
  ['application/pdf', 10, 'pdf'],
  ['application/pdf', 30_000_000, undefined],
  ['application/octet-stream', 10, undefined],
])('shows %s of %i bytes as %s', (type, size, kind) => {
  expect(previewKind(type, size)).toBe(kind);
});
