/** The content of a notification, for any channel. */
export interface Notice {
  readonly message: string;
  readonly title: string | undefined;
  readonly severity: Severity;
  readonly priority: string | undefined;
  /** As written: addresses for mail, mentions for chat. */
  readonly recipients: string | readonly string[] | undefined;
}

export const SEVERITIES = ['info', 'warning', 'error'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const SEVERITY_LABELS = { info: 'Info', warning: 'Warning', error: 'Error' } as const;

/** Emoji that are shown besides the word. */
export const SEVERITY_SIGNS = { info: 'ℹ️', warning: '⚠️', error: '🛑' } as const;

/** The response of the service. */
export interface Delivery {
  /** Whether the service confirmed the delivery to all recipients. */
  readonly delivered: boolean;
  readonly status_code?: number;
}

const MAX_PRIORITY = 60;

/** Severity and priority on one line: `Warning · Priority: high`. */
export function statusLine({ severity, priority }: Notice): string {
  return [
    SEVERITY_LABELS[severity],
    ...(priority === undefined ? [] : [`Priority: ${firstLine(priority, MAX_PRIORITY)}`]),
  ].join(' · ');
}

/** The single recipients: entries of a list, or texts separated by commas. */
export function recipientList({ recipients }: Notice): string[] {
  if (recipients === undefined) return [];
  const entries = typeof recipients === 'string' ? recipients.split(',') : recipients;
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

/** The first non-empty line, shortened: the title of a message without one. */
export function firstLine(text: string, maxLength: number): string {
  const line = text.split(/[\p{Cc}\u2028\u2029]+/u).find((one) => one.trim() !== '') ?? '';
  return shorten(line.trim(), maxLength);
}

/** Text of at most this many UTF-16 units, never cut inside a character, with a mark where it was cut. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${wholeCharacters(text, maxLength - 1)}…`;
}

/** The beginning of a text, without half a character at its end. */
export function wholeCharacters(text: string, maxLength: number): string {
  const cut = text.slice(0, Math.max(0, maxLength));
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
