/** Longest label, in UTF-16 units. */
const MAX_NAME = 255;

/** Longest extension that survives truncation. */
const MAX_ENDING = 16;

/**
 * Marks that change the direction of text: `exe.<RLO>gpj` would look like a picture. Unicode, bidi class
 * controls.
 */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A file's name for display: without path separators, control characters, bidi marks and lone surrogates, and
 * never only dots. It is never used in a path.
 */
export function fileLabel(name: string): string {
  const clean = name
    .replaceAll(DIRECTION, '')
    .replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}/\\]+/gu, ' ')
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .trim();
  return /^[. ]*$/.test(clean) ? 'file' : shortened(clean);
}

function shortened(name: string): string {
  if (name.length <= MAX_NAME) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= MAX_ENDING ? name.slice(dot) : '';
  // Truncation may split a surrogate pair.
  return `${name.slice(0, MAX_NAME - ending.length).replace(/\p{Cs}$/u, '')}${ending}`;
}

/** RFC 9110, section 8.3.1: a type and a subtype. Simple parameters are kept. */
const MEDIA_TYPE =
  /^[a-z0-9!#$&^_.+-]{1,60}\/[a-z0-9!#$&^_.+-]{1,60}(?:; ?[a-z0-9_-]{1,40}="?[\w.+-]{1,60}"?){0,3}$/i;

/** A content type for storage; an invalid one becomes `application/octet-stream`. */
export function fileType(contentType: string): string {
  const text = contentType.trim();
  return MEDIA_TYPE.test(text) ? text : 'application/octet-stream';
}
