export interface CallExample {
  readonly address: string;
  readonly signature:
    | {
        readonly kind: 'body' | 'standard';
        readonly header: string;
        readonly prefix: string;
        readonly secret: string;
      }
    | undefined;
  readonly header: { readonly name: string; readonly secret: string } | undefined;
}

const BODY = '{"hello": "world"}';

/**
 * Signs id, time and body according to Standard Webhooks; openssl accepts arbitrary key bytes only in hex.
 */
const STANDARD_LINES = [
  `id="msg_$(openssl rand -hex 12)"`,
  'timestamp=$(date +%s)',
  'case "$SIGNING_SECRET" in',
  `  whsec_*) key=$(printf %s "$SIGNING_SECRET" | cut -c7- | tr -d '\\n' | openssl base64 -d -A | od -An -v -tx1) ;;`,
  '  *) key=$(printf %s "$SIGNING_SECRET" | od -An -v -tx1) ;;',
  'esac',
  `key=$(printf %s "$key" | tr -d ' \\n')`,
  'signature=$(printf %s "$id.$timestamp.$body" |',
  '  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)',
];

const STANDARD_OPTIONS = [
  `-H 'webhook-id: '"$id"`,
  `-H 'webhook-timestamp: '"$timestamp"`,
  `-H 'webhook-signature: v1,'"$signature"`,
];

/** Shell commands that call a webhook, with a signature if required; secrets come from the environment. */
export function callExample({ address, signature, header }: CallExample): string {
  const lines: string[] = [`body=${quoted(BODY)}`];
  const options = [`-H ${quoted('content-type: application/json')}`];
  if (signature) {
    lines.push(`# SIGNING_SECRET is the value of ${oneLine(signature.secret) || 'the secret'}`);
    if (signature.kind === 'standard') {
      lines.push(...STANDARD_LINES);
      options.push(...STANDARD_OPTIONS);
    } else {
      lines.push(
        `signature=$(printf %s "$body" | openssl dgst -sha256 -hmac "$SIGNING_SECRET" -r | cut -d' ' -f1)`,
      );
      options.push(`-H ${quoted(`${oneLine(signature.header)}: ${oneLine(signature.prefix)}`)}"$signature"`);
    }
  }
  if (header) {
    lines.push(`# HEADER_SECRET is the value of ${oneLine(header.secret) || 'the secret'}`);
    options.push(`-H ${quoted(`${oneLine(header.name)}: `)}"$HEADER_SECRET"`);
  }
  const parts = [...options, '--data-binary "$body"', quoted(address)];
  lines.push(`curl -X POST \\\n  ${parts.join(' \\\n  ')}`);
  return lines.join('\n');
}

/** A quoted shell argument. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A name from a form on one line, so that it cannot start another command. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, ' ').trim();
}
