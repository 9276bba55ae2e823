import { ActionError } from '../../errors';
import { splitOutside } from '../../text';

/** One mailbox: an address with an optional name. */
export interface Mailbox {
  /** `local@domain`; letters of every script in the domain are written as `xn--`. */
  readonly address: string;
  readonly name?: string;
}

// RFC 5321, section 4.5.3.1.
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;
const MAX_NAME = 200;
/** Longest text of one mailbox, and of twenty. */
const MAX_MAILBOX = 1_000;
const MAX_LIST = 20_000;

/** Control characters and line breaks. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** RFC 5322 atoms, without the % and ! of routes. */
const LOCAL = /^[A-Za-z0-9#$&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9#$&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether a text contains a line break or another control character. */
export function hasControl(text: string): boolean {
  return CONTROL.test(text);
}

/**
 * Reads one mailbox: `jo@example.org`, or `Jo Doe <jo@example.org>`. Groups, comments, routes and quoted local parts
 * are refused.
 * @param path the parameter, for the message: `params.to`
 * @throws ActionError `invalid_params`
 */
export function parseMailbox(written: string, path: string): Mailbox {
  if (hasControl(written))
    throw invalid(path, `${path} contains a line break or a control character. Remove it.`);
  if (written.length > MAX_MAILBOX) throw notAnAddress(path);
  const text = written.trim();
  if (text === '') throw invalid(path, `${path} is empty. Enter an address such as jo@example.org.`);
  const open = text.endsWith('>') ? text.lastIndexOf('<') : -1;
  if (open < 0) return { address: parseAddress(text, path) };
  const name = parseName(text.slice(0, open).trim(), path);
  const address = parseAddress(text.slice(open + 1, -1).trim(), path);
  return name === '' ? { address } : { address, name };
}

/**
 * Reads a list of mailboxes: one text with commas between them, or a list with one in each entry.
 * @throws ActionError `invalid_params`, its path the entry
 */
export function parseMailboxes(written: string | readonly string[], path: string): Mailbox[] {
  const isText = typeof written === 'string';
  if (isText && hasControl(written)) {
    throw invalid(path, `${path} contains a line break or a control character. Remove it.`);
  }
  if (isText && written.length > MAX_LIST) throw notAnAddress(path);
  const entries = isText ? splitAtCommas(written) : written;
  return entries.map((entry, index) => parseMailbox(entry, isText ? path : `${path}.${index}`));
}

/** Whether a text is one mailbox. */
export function isMailbox(text: string): boolean {
  try {
    parseMailbox(text, '');
    return true;
  } catch {
    return false;
  }
}

/** The mailbox as text: `Jo Doe <jo@example.org>`. */
export function writeMailbox({ address, name }: Mailbox): string {
  if (name === undefined) return address;
  return `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`;
}

/** Mailboxes with each address once, ignoring case. */
export function uniqueMailboxes(mailboxes: readonly Mailbox[]): Mailbox[] {
  const byAddress = new Map<string, Mailbox>();
  for (const mailbox of mailboxes) {
    const key = mailbox.address.toLowerCase();
    if (!byAddress.has(key)) byAddress.set(key, mailbox);
  }
  return [...byAddress.values()];
}

/** Texts between commas, ignoring commas in quotes; empty ones are left out. */
function splitAtCommas(text: string): string[] {
  return splitOutside(text, ',', /"(?:\\.|[^"\\])*"?/y);
}

function parseName(written: string, path: string): string {
  const quoted = /^"((?:\\.|[^"\\])*)"$/.exec(written);
  const name = quoted ? (quoted[1] ?? '').replace(/\\(.)/g, '$1') : written;
  if (name.length > MAX_NAME) {
    throw invalid(path, `${path} has a display name of more than ${MAX_NAME} characters. Shorten it.`);
  }
  if (!quoted && /[()<>[\]:;@\\,"]/.test(name)) {
    throw invalid(
      path,
      `${path} has a display name with special characters. Put the name in quotes: "Doe, Jo" <jo@example.org>.`,
    );
  }
  return name;
}

function parseAddress(text: string, path: string): string {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  if (at < 1 || local.length > MAX_LOCAL || !LOCAL.test(local)) throw notAnAddress(path);
  const domain = parseDomain(text.slice(at + 1));
  const address = `${local}@${domain}`;
  if (domain === undefined || address.length > MAX_ADDRESS) throw notAnAddress(path);
  return address;
}

/** The domain in ASCII; undefined when it is invalid or a literal address. */
export function parseDomain(text: string): string | undefined {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(text) || !URL.canParse(`http://${text}`)) return undefined;
  const ascii = new URL(`http://${text}`).hostname;
  const labels = ascii.split('.');
  const isName = labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
  return isName ? ascii : undefined;
}

function notAnAddress(path: string): ActionError {
  return invalid(
    path,
    `${path} is not an email address. Enter an address such as jo@example.org or Jo Doe <jo@example.org>, or a list.`,
  );
}

function invalid(path: string, message: string): ActionError {
  return new ActionError('invalid_params', message, { path });
}
