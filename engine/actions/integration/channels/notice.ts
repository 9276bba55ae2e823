/** What a notification says, whatever channel it takes. */
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

/** Signs that stand beside the word, never in place of it. */
export const SEVERITY_SIGNS = { info: 'ℹ️', warning: '⚠️', error: '🛑' } as const;

/** What the other side said. */
export interface Delivery {
  /** True only when it said that it has everything. */
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

/** Recipients one by one: entries of a list, or parts between commas. */
export function recipientList({ recipients }: Notice): string[] {
  if (recipients === undefined) return [];
  const entries = typeof recipients === 'string' ? recipients.split(',') : recipients;
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

/** The first line with something on it, shortened: what a message is called when it has no title. */
export function firstLine(text: string, maxLength: number): string {
  const line = text.split(/[\p{Cc}\u2028\u2029]+/u).find((one) => one.trim() !== '') ?? '';
  return shorten(line.trim(), maxLength);
}

/** Text of at most this many UTF-16 units, whole characters, with a sign where it was cut. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${wholeCharacters(text, maxLength - 1)}…`;
}

/** The beginning of a text, without half a character at its end. */
export function wholeCharacters(text: string, maxLength: number): string {
  const cut = text.slice(0, Math.max(0, maxLength));
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
