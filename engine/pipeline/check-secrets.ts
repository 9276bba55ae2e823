import type { ActionDescriptor } from '../catalogue';
import {
  closest,
  type Expression,
  ExpressionError,
  parseTemplate,
  references,
  templateReferences,
} from '../expression';
import type { JsonObject } from '../json';
import { isNested } from './check-shown-secrets';
import type { KnownSecret } from './known-secret';
import type { ParamsContext } from './params-context';

/** Warns of secrets that do not exist. Only a warning: one may be added at any time before the run. */
export function checkSecretNames(expression: Expression, path: string, ctx: ParamsContext): void {
  if (!ctx.secrets) return;
  const names = ctx.secrets.map(({ name }) => name);
  for (const { root, path: below, start, end } of references(expression)) {
    const [name] = root === 'secrets' ? below : [];
    if (typeof name !== 'string' || names.includes(name)) continue;
    const near = closest(name, names);
    ctx.report({
      code: 'unknown_secret',
      severity: 'warning',
      path,
      range: { start, end },
      message: `The secret ${name} does not exist. Add it in Settings, or correct the name.`,
      ...(near === undefined ? {} : { hint: `Did you mean secrets.${near}?` }),
    });
  }
}

/**
 * Refuses secrets of an action with a literal host to which they may not be sent. Hosts that are known only in a run
 * are checked when the request is sent.
 * @param params in canonical spelling
 * @param spelling the author's spelling of a canonical name
 */
export function checkSecretHosts(
  { params, spelling, descriptor }: CheckedParams,
  path: string,
  ctx: ParamsContext,
): void {
  const bound = (ctx.secrets ?? []).filter(({ hosts }) => hosts.length > 0);
  if (bound.length === 0) return;
  const own = Object.entries(params).filter(([name]) => !isNested(descriptor, name));
  const used = secretsIn(Object.fromEntries(own));
  for (const [name, value] of own) {
    const host = typeof value === 'string' ? writtenHost(value) : undefined;
    if (host === undefined) continue;
    const isRefused = ({ name: secret, hosts }: KnownSecret) =>
      used.has(secret) && !hosts.some((allowed) => matchesHost(host, allowed));
    for (const secret of bound.filter(isRefused)) {
      ctx.report({
        code: 'secret_host',
        severity: 'error',
        path: `${path}.${spelling[name] ?? name}`,
        message: `The secret ${secret.name} is allowed only for ${secret.hosts.join(', ')}, not for ${host}.`,
        hint: 'Add the host to the secret in Settings, or remove the secret from this step.',
      });
    }
  }
}

export interface CheckedParams {
  readonly params: JsonObject;
  readonly spelling: Readonly<Record<string, string>>;
  readonly descriptor: ActionDescriptor;
}

function secretsIn(params: JsonObject): Set<string> {
  const names = templateReferences(params).flatMap(({ reference }) => {
    const [name] = reference.root === 'secrets' ? reference.path : [];
    return typeof name === 'string' ? [name] : [];
  });
  return new Set(names);
}

/** Placeholder for a template while an address is parsed. */
const OPEN = '\u0001';
const ADDRESS = /^\s*[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#@]+)/i;

/** The host of an address, when it contains no template, as in `https://api.example.org/{{params.id}}`. */
function writtenHost(text: string): string | undefined {
  const authority = ADDRESS.exec(withoutTemplates(text))?.[1];
  const host = authority?.replace(/:\d*$/, '');
  if (host === undefined || host.includes(OPEN) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function withoutTemplates(text: string): string {
  try {
    return parseTemplate(text)
      .parts.map((part) => (part.kind === 'expression' ? OPEN : part.text))
      .join('');
  } catch (error) {
    if (error instanceof ExpressionError) return OPEN;
    throw error;
  }
}

function matchesHost(host: string, allowed: string): boolean {
  return allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed;
}
