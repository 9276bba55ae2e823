import { ActionError } from '../../errors';
import type { MailSecurity, MailServer } from '../../ports';
import { hasControl, parseDomain } from './mail_address';

const SECURITY = ['tls', 'starttls', 'opportunistic', 'none'] as const satisfies readonly MailSecurity[];

/** RFC 8314: 465 is TLS from the first byte, 587 is submission with STARTTLS. */
const TLS_PORT = 465;
const SUBMISSION_PORT = 587;

const FORM = 'smtp://user:password@host:587, or smtps:// for TLS';

/**
 * Reads the address of a mail server: `smtp://user:password@host:port?security=starttls`, `smtps://` for TLS.
 * Characters such as @ : / in user and password are percent-encoded. Without `security` the connection is encrypted
 * when the server offers it.
 * @param source where it was written, for the message: `params.smtp`
 * @throws ActionError `invalid_params`; the message does not repeat the text, which may contain a password
 */
export function parseSmtpUrl(written: string, source: string): MailServer {
  const refuse = (why: string) =>
    new ActionError(
      'invalid_params',
      `${source} ${why}`,
      source.startsWith('params.') ? { path: source } : {},
    );
  const text = written.trim();
  if (hasControl(text)) throw refuse('contains a line break or a control character.');
  const parts =
    /^(smtps?):\/\/(?:([^/?#]*)@)?(\[[0-9a-f:.]+\]|[^@:/?#[\]]+)(?::(\d{1,5}))?\/?(?:\?([^#]*))?$/i.exec(
      text,
    );
  if (!parts)
    throw refuse(
      `is not a mail server URL; use ${FORM}, and write @ : / ? # in the password as %40 %3A %2F %3F %23.`,
    );
  const [, scheme = '', userinfo, hostText = '', portText, query = ''] = parts;
  const host = parseHost(hostText);
  if (host === undefined) throw refuse('has an invalid host; enter a host name or an IP address.');
  const chosen = parseSecurity(query, refuse);
  const { port, security } = parseTransport(
    { isTls: scheme.toLowerCase() === 'smtps', portText, chosen },
    refuse,
  );
  return { host, port, security, ...parseCredentials(userinfo, refuse) };
}

type Refuse = (why: string) => ActionError;

function parseHost(text: string): string | undefined {
  if (text.startsWith('['))
    return URL.canParse(`http://${text}`) ? text.slice(1, -1).toLowerCase() : undefined;
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return URL.canParse(`http://${text}`) ? text : undefined;
  return parseDomain(text);
}

function parseSecurity(query: string, refuse: Refuse): MailSecurity | undefined {
  let security: MailSecurity | undefined;
  for (const part of query.split('&').filter((piece) => piece !== '')) {
    const [name, value] = part.split('=');
    const known = SECURITY.find((one) => one === value);
    if (name !== 'security' || known === undefined || security !== undefined) {
      throw refuse(`has an unknown option; the only option is ?security=${SECURITY.join(' | ')}.`);
    }
    security = known;
  }
  return security;
}

function parseTransport(
  {
    isTls,
    portText,
    chosen,
  }: { isTls: boolean; portText: string | undefined; chosen: MailSecurity | undefined },
  refuse: Refuse,
): { port: number; security: MailSecurity } {
  if (isTls && chosen !== undefined && chosen !== 'tls') {
    throw refuse('combines smtps:// with ?security; use smtp:// with ?security, or smtps:// alone.');
  }
  const wantsTls = isTls || chosen === 'tls';
  const usual = wantsTls ? TLS_PORT : SUBMISSION_PORT;
  const port = portText === undefined ? usual : Number(portText);
  if (port < 1 || port > 65_535) throw refuse('has an invalid port; enter a number from 1 to 65535.');
  if (wantsTls) return { port, security: 'tls' };
  return { port, security: chosen ?? (port === TLS_PORT ? 'tls' : 'opportunistic') };
}

function parseCredentials(
  userinfo: string | undefined,
  refuse: Refuse,
): { user?: string; password?: string } {
  if (userinfo === undefined || userinfo === '') return {};
  const colon = userinfo.indexOf(':');
  if (colon < 1) throw refuse('needs both a user name and a password before the @.');
  const user = decode(userinfo.slice(0, colon));
  const password = decode(userinfo.slice(colon + 1));
  if (user === undefined || password === undefined) {
    throw refuse(
      'has a % in its user name or password that is not followed by two hex digits; write % itself as %25.',
    );
  }
  if (user === '' || password === '') throw refuse('needs both a user name and a password before the @.');
  if (hasControl(user) || hasControl(password)) throw refuse('contains a line break or a control character.');
  return { user, password };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
