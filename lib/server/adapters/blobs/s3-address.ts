/** The address of an S3-compatible store, from FILES_URL. */
export interface S3Address {
  /** Without a path: requests use path-style addressing, which every such store supports. */
  readonly endpoint: URL;
  readonly region: string;
  readonly bucket: string;
  /** Precedes every key: empty, or ends with a slash. */
  readonly prefix: string;
}

const BUCKET = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i;
const PREFIX = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const FIRST_REGION = 'us-east-1';

/** Parses `s3://bucket/prefix?endpoint=https://…&region=…`; undefined for anything else. */
export function parseS3Address(text: string): S3Address | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const prefix = url.pathname
    .split('/')
    .filter(Boolean)
    .map((part) => `${part}/`)
    .join('');
  const region = url.searchParams.get('region') ?? FIRST_REGION;
  const endpoint = originOf(url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`);
  const isWhole = url.protocol === 's3:' && url.username === '' && url.port === '' && url.hash === '';
  if (!isWhole || !BUCKET.test(url.hostname) || !PREFIX.test(prefix)) return undefined;
  if (!REGION.test(region) || endpoint === undefined) return undefined;
  return { endpoint, region, bucket: url.hostname, prefix };
}

function originOf(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  return `${url.origin}/` === url.href ? url : undefined;
}
