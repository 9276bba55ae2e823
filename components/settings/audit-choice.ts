import {
  ACTOR_KINDS,
  type ActorKind,
  AUDIT_ACTIONS,
  type AuditAction,
  type ListAuditInput,
} from '@/lib/contracts/audit';

/** Filter of entries in the URL. Days are in UTC, `2026-11-22`, both inclusive. */
export interface AuditChoice {
  readonly actor: ActorKind | undefined;
  readonly action: AuditAction | undefined;
  readonly subject: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Entries older than this one. */
  readonly before: number | undefined;
}

type Query = Readonly<Record<string, string | string[] | undefined>>;

const DAY_MS = 86_400_000;

/** Reads the filter from a URL; invalid values are ignored. */
export function choiceOf(query: Query): AuditChoice {
  const text = (name: string) => {
    const value = query[name];
    return (Array.isArray(value) ? value[0] : value)?.trim() || undefined;
  };
  const day = (name: string) => {
    const value = text(name);
    const isDay =
      value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
    return isDay ? value : undefined;
  };
  const before = Number(text('before'));
  return {
    actor: ACTOR_KINDS.find((kind) => kind === text('actor')),
    action: AUDIT_ACTIONS.find((action) => action === text('action')),
    subject: text('subject')?.slice(0, 200),
    from: day('from'),
    to: day('to'),
    before: Number.isSafeInteger(before) && before > 0 ? before : undefined,
  };
}

/** The request to the audit log for a filter. */
export function inputOf({ from, to, ...rest }: AuditChoice): ListAuditInput {
  return {
    ...rest,
    ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
    ...(to === undefined ? {} : { to: new Date(Date.parse(to) + DAY_MS).toISOString() }),
  };
}

/** The path of the audit log with a filter. */
export function hrefOf(choice: Partial<AuditChoice>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(choice)) if (value !== undefined) query.set(name, String(value));
  return query.size > 0 ? `/settings/audit?${query}` : '/settings/audit';
}

/** Whether a filter is set, besides the page. */
export function isFiltered({ before: _, ...choice }: AuditChoice): boolean {
  return Object.values(choice).some((value) => value !== undefined);
}
