interface MediaTypeFacts {
  /** Whether its content is text, although it is not below `text/`. */
  readonly isText?: true;
  /** Whether browsers execute nothing of it, so that a file may be sent with this type. */
  readonly isHarmless?: true;
  /** Whether it is suggested. */
  readonly isCommon?: true;
}

/** The table of media types with a special meaning in the product. */
const MEDIA_TYPES = {
  'application/json': { isHarmless: true, isCommon: true },
  'text/plain': { isHarmless: true, isCommon: true },
  'text/csv': { isHarmless: true, isCommon: true },
  'text/html': { isCommon: true },
  'application/pdf': { isHarmless: true, isCommon: true },
  'application/xml': { isText: true, isCommon: true },
  'application/x-www-form-urlencoded': { isText: true, isCommon: true },
  'application/octet-stream': { isCommon: true },
  'application/zip': { isHarmless: true, isCommon: true },
  'image/png': { isHarmless: true, isCommon: true },
  'image/jpeg': { isHarmless: true, isCommon: true },
  'application/ecmascript': { isText: true },
  'application/graphql': { isText: true },
  'application/gzip': { isHarmless: true },
  'application/javascript': { isText: true },
  'application/json-lines': { isText: true },
  'application/jsonl': { isText: true },
  'application/ndjson': { isText: true },
  'application/rtf': { isText: true },
  'application/sql': { isText: true },
  'application/toml': { isText: true },
  'application/x-javascript': { isText: true },
  'application/x-ndjson': { isText: true },
  'application/x-sh': { isText: true },
  'application/x-yaml': { isText: true },
  'application/xml-dtd': { isText: true },
  'application/yaml': { isText: true },
  'audio/flac': { isHarmless: true },
  'audio/mp4': { isHarmless: true },
  'audio/mpeg': { isHarmless: true },
  'audio/ogg': { isHarmless: true },
  'audio/wav': { isHarmless: true },
  'audio/webm': { isHarmless: true },
  'image/avif': { isHarmless: true },
  'image/gif': { isHarmless: true },
  'image/webp': { isHarmless: true },
  'video/mp4': { isHarmless: true },
  'video/webm': { isHarmless: true },
} as const satisfies Readonly<Record<string, MediaTypeFacts>>;

const FACTS: ReadonlyMap<string, MediaTypeFacts> = new Map(Object.entries(MEDIA_TYPES));

/** Suggested media types, most frequent first. */
export const COMMON_MEDIA_TYPES: readonly string[] = [...FACTS].flatMap(([type, { isCommon }]) =>
  isCommon ? [type] : [],
);

/** A content type without its parameters, in lower case. */
export function essenceOf(contentType: string): string {
  return contentType.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Whether a content type is JSON: `application/json`, `application/problem+json`. */
export function isJsonType(contentType: string): boolean {
  return /[/+]json$/.test(essenceOf(contentType));
}

/** Whether a content type is text by its name. */
export function isTextType(contentType: string): boolean {
  const essence = essenceOf(contentType);
  return /^text\/|\+(?:xml|yaml)$/.test(essence) || FACTS.get(essence)?.isText === true;
}

/** Whether a file of this type can be sent to a browser with its type. */
export function isHarmlessType(contentType: string): boolean {
  return FACTS.get(essenceOf(contentType))?.isHarmless === true;
}
