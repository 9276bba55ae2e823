import { children, type Expression, type Node, readsSecret, type Template } from '../expression';

/** A piece of an address: literal text, or an expression. */
export type AddressPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly expression: Expression };

/** A piece of an address, with its text where that is known. */
export interface AddressText {
  /** Undefined when it is known only in a run. */
  readonly text: string | undefined;
  readonly isSecret: boolean;
}

/** Parts of an address that DNS, other machines and error messages show. */
export type ShownPart = 'scheme' | 'user' | 'host' | 'port';

/** The pieces of an address in order; an expression that joins texts with `+` is several pieces. */
export function addressPieces({ parts }: Template): AddressPiece[] {
  const pieces = parts.flatMap((part): AddressPiece[] =>
    part.kind === 'text' ? [{ kind: 'text', text: part.text }] : joined(part.expression),
  );
  return pieces.filter((piece) => piece.kind === 'value' || piece.text.trim() !== '');
}

/** Whether the pieces are one unchanged secret, so that the secret is the whole address. */
export function isWholeSecret(pieces: readonly AddressPiece[]): boolean {
  const [only, ...more] = pieces;
  return only?.kind === 'value' && more.length === 0 && chooses(only.expression, only.expression.root);
}

function joined(expression: Expression): AddressPiece[] {
  const { root } = expression;
  if (root.kind === 'literal' && typeof root.value === 'string') return [{ kind: 'text', text: root.value }];
  if (root.kind !== 'binary' || root.operator !== '+' || !readsSecret(expression)) {
    return [{ kind: 'value', expression }];
  }
  return [root.left, root.right].flatMap((side) => joined(about(expression, side)));
}

function about(expression: Expression, root: Node): Expression {
  return { text: expression.text, root, start: root.start, end: root.end };
}

/** Whether a node is an unchanged value or a choice between such values: `default(secrets.a, params.b)`. */
function chooses(expression: Expression, node: Node): boolean {
  switch (node.kind) {
    case 'name':
      return true;
    case 'member':
    case 'index':
      return chooses(expression, node.object);
    case 'conditional':
      return chooses(expression, node.whenTrue) && chooses(expression, node.whenFalse);
    case 'call':
      return CHOICES.has(node.name) && children(node).every((argument) => chooses(expression, argument));
    default:
      return !readsSecret(about(expression, node));
  }
}

const CHOICES: ReadonlySet<string> = new Set(['default', 'trim']);

/** Placeholder for a piece without a known text; no address contains this character. */
const UNKNOWN = '\u0001';

/**
 * The visible part of an address that contains a secret, or a piece of one; undefined when there is none. A password
 * and everything after the host are sent only to the host, so they are not visible.
 * @param form `web`: no part before the path may be secret; `server`: only the password may be
 */
export function shownSecretPart(
  pieces: readonly AddressText[],
  form: 'web' | 'server',
): ShownPart | undefined {
  const { text, secrets } = lineUp(pieces);
  const [scheme] = (form === 'web' ? WEB_SCHEME : SERVER_SCHEME).exec(text) ?? [];
  const [first] = secrets;
  if (first === undefined) return undefined;
  // An unknown piece before the secret may contain the scheme and the host.
  if (scheme === undefined) return text.slice(0, first.start).includes(UNKNOWN) ? undefined : 'scheme';
  const start = scheme.length;
  const end = endOfAuthority(text, start, form);
  const hasAuthority = form === 'web' || scheme.endsWith('//');
  const isBefore = (secret: Span) => secret.start <= end && (hasAuthority || secret.start < start);
  for (const secret of secrets.filter(isBefore)) {
    const part = shownAs(partAt(text, { start, end }, secret), form);
    if (part !== undefined) return part;
  }
  return undefined;
}

/** A password is visible only in the address of a web page, as a part of the user. */
function shownAs(part: ReturnType<typeof partAt>, form: 'web' | 'server'): ShownPart | undefined {
  if (part !== 'password') return part;
  return form === 'web' ? 'user' : undefined;
}

/** By the WHATWG URL standard `http:host`, `http:\\host` and `http:///host` name a host too. */
const WEB_SCHEME = /^\s*[a-z][a-z0-9+.-]*:[/\\]*/i;
const SERVER_SCHEME = /^\s*[a-z][a-z0-9+.-]*:(?:\/\/)?/i;

interface Span {
  readonly start: number;
  readonly end: number;
}

function lineUp(pieces: readonly AddressText[]): { text: string; secrets: Span[] } {
  let text = '';
  const secrets: Span[] = [];
  for (const piece of pieces) {
    const start = text.length;
    // URL parsers drop line breaks and tabs anywhere in an address.
    text += piece.text?.replaceAll(/[\t\r\n]/g, '') ?? UNKNOWN;
    if (piece.isSecret) secrets.push({ start, end: text.length });
  }
  return { text, secrets };
}

function endOfAuthority(text: string, start: number, form: 'web' | 'server'): number {
  const length = text.slice(start).search(form === 'web' ? /[/?#\\]/ : /[/?#]/);
  return length < 0 ? text.length : start + length;
}

/**
 * The part of an address that a piece belongs to. A piece at the end of the host determines where the host ends, so it
 * is part of the host.
 */
function partAt(text: string, authority: Span, secret: Span): ShownPart | 'password' | undefined {
  if (secret.start < authority.start) return 'scheme';
  const at = text.slice(authority.start, authority.end).lastIndexOf('@') + authority.start;
  const isUser = at >= authority.start && secret.start <= at;
  if (!isUser) return isPort(text, authority, secret) ? 'port' : 'host';
  const colon = text.indexOf(':', authority.start);
  if (colon < 0 || colon >= secret.start) return 'user';
  return secret.end <= at ? 'password' : 'host';
}

function isPort(text: string, authority: Span, secret: Span): boolean {
  const before = text.slice(authority.start, secret.start);
  return before.lastIndexOf(':') > before.lastIndexOf(']');
}
