import { children, type Expression, type Node, readsSecret, type Template } from '../expression';

/** A stretch of an address: what is written, or what an expression gives. */
export type AddressPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly expression: Expression };

/** A stretch of an address as far as its text is known. */
export interface AddressText {
  /** Undefined while only a run can tell. */
  readonly text: string | undefined;
  readonly isSecret: boolean;
}

/** Parts of an address that DNS, other machines and error messages show. */
export type ShownPart = 'scheme' | 'user' | 'host' | 'port';

/** The stretches of an address in order; an expression that joins texts with `+` is several. */
export function addressPieces({ parts }: Template): AddressPiece[] {
  const pieces = parts.flatMap((part): AddressPiece[] =>
    part.kind === 'text' ? [{ kind: 'text', text: part.text }] : joined(part.expression),
  );
  return pieces.filter((piece) => piece.kind === 'value' || piece.text.trim() !== '');
}

/** True when the pieces are one secret, unchanged: the whole address is the secret then, and nothing is put together. */
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

/** A secret as it is, or a choice between such values: `default(secrets.a, params.b)`. */
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

/** Stands for a stretch whose text is not known; no address holds such characters. */
const UNKNOWN = '\u0001';

/**
 * The part of an address that a secret becomes or reaches into, and that is shown; undefined where there is none. A password
 * is sent to the host alone, and so is what stands after the host.
 * @param form `web`: no part before the path may be secret; `server`: the password may
 */
export function shownSecretPart(
  pieces: readonly AddressText[],
  form: 'web' | 'server',
): ShownPart | undefined {
  const { text, secrets } = lineUp(pieces);
  const [scheme] = (form === 'web' ? WEB_SCHEME : SERVER_SCHEME).exec(text) ?? [];
  const [first] = secrets;
  if (first === undefined) return undefined;
  // What stands before it may bring scheme and host along.
  if (scheme === undefined) return text.slice(0, first.start).includes(UNKNOWN) ? undefined : 'scheme';
  const start = scheme.length;
  const end = endOfAuthority(text, start, form);
  const hasAuthority = form === 'web' || scheme.endsWith('//');
  const isBefore = (secret: Stretch) => secret.start <= end && (hasAuthority || secret.start < start);
  for (const secret of secrets.filter(isBefore)) {
    const part = shownAs(partAt(text, { start, end }, secret), form);
    if (part !== undefined) return part;
  }
  return undefined;
}

/** A password is shown only in the address of a web page, as a part of the user. */
function shownAs(part: ReturnType<typeof partAt>, form: 'web' | 'server'): ShownPart | undefined {
  if (part !== 'password') return part;
  return form === 'web' ? 'user' : undefined;
}

/** As WHATWG reads it: `http:host`, `http:\\host` and `http:///host` name a host too. */
const WEB_SCHEME = /^\s*[a-z][a-z0-9+.-]*:[/\\]*/i;
const SERVER_SCHEME = /^\s*[a-z][a-z0-9+.-]*:(?:\/\/)?/i;

interface Stretch {
  readonly start: number;
  readonly end: number;
}

function lineUp(pieces: readonly AddressText[]): { text: string; secrets: Stretch[] } {
  let text = '';
  const secrets: Stretch[] = [];
  for (const piece of pieces) {
    const start = text.length;
    // Line breaks and tabs are dropped wherever they stand in an address.
    text += piece.text?.replaceAll(/[\t\r\n]/g, '') ?? UNKNOWN;
    if (piece.isSecret) secrets.push({ start, end: text.length });
  }
  return { text, secrets };
}

function endOfAuthority(text: string, start: number, form: 'web' | 'server'): number {
  const length = text.slice(start).search(form === 'web' ? /[/?#\\]/ : /[/?#]/);
  return length < 0 ? text.length : start + length;
}

/** What a stretch becomes. One that reaches the end of the host decides where it ends, and so is a part of it. */
function partAt(text: string, authority: Stretch, secret: Stretch): ShownPart | 'password' | undefined {
  if (secret.start < authority.start) return 'scheme';
  const at = text.slice(authority.start, authority.end).lastIndexOf('@') + authority.start;
  const isUser = at >= authority.start && secret.start <= at;
  if (!isUser) return isPort(text, authority, secret) ? 'port' : 'host';
  const colon = text.indexOf(':', authority.start);
  if (colon < 0 || colon >= secret.start) return 'user';
  return secret.end <= at ? 'password' : 'host';
}

function isPort(text: string, authority: Stretch, secret: Stretch): boolean {
  const before = text.slice(authority.start, secret.start);
  return before.lastIndexOf(':') > before.lastIndexOf(']');
}
