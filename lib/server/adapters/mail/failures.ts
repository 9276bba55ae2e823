import { ActionError } from '@/engine';
import type { MailReceipt } from '@/engine/ports';
import { connectionFailure } from '../egress/failures';

/** The circumstances of a failed SMTP session. */
export interface FailedMail {
  /** The server, as `host:port`. */
  readonly where: string;
  /** Whether the server is this machine. */
  readonly isLocal: boolean;
  /** Whether the server had received the whole mail. */
  readonly wasHandedOver: boolean;
  /** Texts that must not appear in messages. */
  readonly hidden: readonly string[];
}

/** Properties that nodemailer adds to its errors. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly originalCode?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
  readonly timeoutType?: string;
  readonly recipient?: string;
  readonly rejectedErrors?: readonly SmtpError[];
}

const MAYBE = ' The email may have been delivered anyway; a retry has the same Message-ID.';

/** Converts an SMTP error to a failure of the step. */
export function mailFailure(error: unknown, mail: FailedMail): ActionError {
  if (error instanceof ActionError) return error;
  const failure: SmtpError = error instanceof Error ? error : new Error(String(error));
  if (failure.code === 'ETIMEDOUT') return timeoutOf(failure, mail);
  if (failure.code === 'EAUTH') return loginRefused(failure, mail);
  if (failure.command === 'STARTTLS' && failure.responseCode !== undefined) return noStartTls(mail);
  if (failure.rejectedErrors !== undefined && failure.rejectedErrors.length > 0)
    return allRefused(failure, mail);
  if (isTooLarge(failure)) return tooLarge(failure, mail);
  if (failure.responseCode !== undefined) return refused(failure, mail);
  return broken(failure, mail);
}

/** Refused recipients, with the server's reasons. */
export function refusals(errors: readonly SmtpError[], hidden: readonly string[]): MailReceipt['rejected'] {
  return errors.map((error) => ({ address: error.recipient ?? '', reason: reasonOf(error, hidden) }));
}

function timeoutOf({ timeoutType }: SmtpError, { where, wasHandedOver }: FailedMail): ActionError {
  if (timeoutType === 'GREETING_TIMEOUT' || timeoutType === 'CONNECT_TIMEOUT') {
    return new ActionError(
      'timeout',
      `${where} did not greet in time. Check the port and the security: 465 is TLS, 587 is STARTTLS.`,
    );
  }
  if (timeoutType === 'UPGRADE_TIMEOUT') {
    return new ActionError(
      'timeout',
      `${where} did not complete the TLS handshake in time. Try again later.`,
    );
  }
  return new ActionError(
    'timeout',
    `${where} stopped responding.${wasHandedOver ? MAYBE : ' Try again later.'}`,
  );
}

/** The server's text is left out: some servers repeat the credentials. */
function loginRefused({ responseCode }: SmtpError, { where }: FailedMail): ActionError {
  const code = String(responseCode ?? 535);
  if (code.startsWith('4')) {
    return new ActionError(
      'rejected',
      `${where} cannot check the login at the moment (${code}). Try again later.`,
      {
        code,
      },
    );
  }
  return new ActionError(
    'rejected',
    `The mail server ${where} rejected the user name or password (${code}). Check the URL of the mail server; some providers require an app password.`,
    { code },
  );
}

function noStartTls({ where }: FailedMail): ActionError {
  return new ActionError(
    'connection_error',
    `${where} does not support STARTTLS. Use smtps:// if it supports implicit TLS, or ask its operator.`,
    { code: 'starttls' },
  );
}

function allRefused(failure: SmtpError, { where, hidden }: FailedMail): ActionError {
  const each = refusals(failure.rejectedErrors ?? [], hidden).map(
    ({ address, reason }) => `${address}: ${reason}`,
  );
  const shown = each.slice(0, 5).join('; ');
  const more = each.length > 5 ? `; and ${each.length - 5} more` : '';
  return new ActionError(
    'rejected',
    `${where} rejected every recipient. ${shown}${more}.`,
    codeOption(failure),
  );
}

function isTooLarge({ message, responseCode, response = '' }: SmtpError): boolean {
  return (
    responseCode === 552 || /^5\d\d[ -]5\.3\.4\b/.test(response) || message.startsWith('Message size larger')
  );
}

function tooLarge(failure: SmtpError, { where }: FailedMail): ActionError {
  return new ActionError(
    'rejected',
    `The email exceeds the size limit of ${where}. Attach less, or send a link instead of the file.`,
    { code: String(failure.responseCode ?? 552) },
  );
}

const SUBJECTS: Record<string, string> = {
  'MAIL FROM': 'rejected the sender',
  'RCPT TO': 'rejected the recipient',
  DATA: 'rejected the email',
};

function refused(failure: SmtpError, { where, hidden }: FailedMail): ActionError {
  const what = SUBJECTS[failure.command ?? ''] ?? 'rejected the connection';
  return new ActionError(
    'rejected',
    `${where} ${what}: ${reasonOf(failure, hidden)}. ${adviceFor(failure)}`,
    codeOption(failure),
  );
}

function adviceFor({ responseCode = 0, command }: SmtpError): string {
  if (responseCode < 500) return 'The failure is temporary: try again later.';
  if (responseCode === 530) return 'It requires a user name and a password: smtp://user:password@host.';
  if (command === 'MAIL FROM') return 'Check the sender address.';
  return 'Ask its operator which emails it accepts.';
}

const CERTIFICATE = /CERT|SIGNATURE|ISSUER/;

function broken(failure: SmtpError, { where, wasHandedOver, isLocal }: FailedMail): ActionError {
  const { code = 'ECONNRESET', originalCode } = failure;
  if (code === 'EPROTOCOL') {
    return new ActionError('connection_error', `${where} does not speak SMTP. Check the host and the port.`, {
      code,
    });
  }
  if (wasHandedOver) {
    return new ActionError(
      'connection_error',
      `${where} closed the connection before it responded.${MAYBE}`,
      {
        code: originalCode ?? code,
      },
    );
  }
  if (isNotTls(failure)) {
    return new ActionError(
      'connection_error',
      `${where} does not support implicit TLS. Use smtp:// with ?security=starttls, or the port for TLS.`,
      { code: originalCode ?? code },
    );
  }
  const known = originalCode ?? (code === 'ECONNECTION' || code === 'ETLS' ? 'ECONNRESET' : code);
  const unreachable = connectionFailure(Object.assign(new Error(), { code: known }), where);
  if (!isLocal || !CERTIFICATE.test(known)) return unreachable;
  return new ActionError(
    unreachable.kind,
    `${unreachable.message} Or add ?security=none, since the server is on this machine.`,
    { code: known },
  );
}

function isNotTls({ originalCode = '', message }: SmtpError): boolean {
  return (
    originalCode === 'EPROTO' ||
    originalCode.includes('WRONG_VERSION_NUMBER') ||
    /wrong version number/.test(message)
  );
}

function codeOption({ responseCode }: SmtpError): { code?: string } {
  return responseCode === undefined ? {} : { code: String(responseCode) };
}

const MAX_REASON = 200;

/** The server's response on one line: `550 5.1.1 No such user`. */
function reasonOf({ response = '', responseCode }: SmtpError, hidden: readonly string[]): string {
  const lines = response.split(/\r?\n/).map((line) => line.replace(/^\d{3}[ -]?/, ''));
  const words = `${responseCode ?? ''} ${lines.join(' ')}`.replace(/[\p{Cc}\s\u2028\u2029]+/gu, ' ').trim();
  const shown = hidden.reduce((masked, secret) => masked.replaceAll(secret, '••••••'), words);
  const short = shown.length > MAX_REASON ? `${shown.slice(0, MAX_REASON - 1)}…` : shown;
  return short.replace(/\.$/, '');
}
