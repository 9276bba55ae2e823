import { essenceOf } from '@/engine/media-types';

/** How a file can be shown. */
export type PreviewKind = 'image' | 'audio' | 'video' | 'pdf' | 'text';

/** Types that browsers draw as an image and never execute; SVG is read as text. */
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const VIDEOS = new Set(['video/mp4', 'video/webm']);
const AUDIO = new Set(['audio/mpeg', 'audio/ogg', 'audio/wav', 'audio/mp4', 'audio/webm', 'audio/flac']);
/** Types of text that are not below `text/`. */
const TEXTS = new Set([
  'application/json',
  'application/ndjson',
  'application/xml',
  'application/yaml',
  'application/xhtml+xml',
  'image/svg+xml',
]);

/** Largest text that is shown, and largest image and PDF file, in bytes. */
const MAX_TEXT = 1_000_000;
const MAX_PAGES = 25_000_000;

/** How a file is shown; undefined for a file that can only be downloaded. */
export function previewKind(contentType: string, size: number): PreviewKind | undefined {
  const type = essenceOf(contentType);
  if (IMAGES.has(type)) return size <= MAX_PAGES ? 'image' : undefined;
  if (type === 'application/pdf') return size <= MAX_PAGES ? 'pdf' : undefined;
  if (AUDIO.has(type)) return 'audio';
  if (VIDEOS.has(type)) return 'video';
  const isText = type.startsWith('text/') || TEXTS.has(type);
  return isText && size <= MAX_TEXT ? 'text' : undefined;
}
