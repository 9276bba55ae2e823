/** Longest label, in UTF-16 units. */
const MAX_NAME = 255;

/** Longest ending that is kept when a label is cut. */
const MAX_ENDING = 16;

/** Marks that turn the direction of text around: `exe.<RLO>gpj` would read as a picture. Unicode, bidi class controls. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A file's name as a label to show: without separators of folders, control characters, marks that reverse text and
 * halves of characters, and never only dots. It is never part of a path.
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
  // Cutting may halve a character.
  return `${name.slice(0, MAX_NAME - ending.length).replace(/\p{Cs}$/u, '')}${ending}`;
}

/** RFC 9110, section 8.3.1: a type and a subtype. Parameters are kept where they are plain. */
const MEDIA_TYPE =
  /^[a-z0-9!#$&^_.+-]{1,60}\/[a-z0-9!#$&^_.+-]{1,60}(?:; ?[a-z0-9_-]{1,40}="?[\w.+-]{1,60}"?){0,3}$/i;

/** A content type as it is stored; what is none becomes `application/octet-stream`. */
export function fileType(contentType: string): string {
  const text = contentType.trim();
  return MEDIA_TYPE.test(text) ? text : 'application/octet-stream';
}
