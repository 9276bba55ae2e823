import {
  ACTOR_KINDS,
  type ActorKind,
  AUDIT_ACTIONS,
  type AuditAction,
  type ListAuditInput,
} from '@/lib/contracts/audit';

/** Which entries the address asks for. Days are those of UTC, `2026-11-22`, both included. */
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

/** Reads the choice from an address; what means nothing is left out. */
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

/** What the audit log is asked for a choice. */
export function inputOf({ from, to, ...rest }: AuditChoice): ListAuditInput {
  return {
    ...rest,
    ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
    ...(to === undefined ? {} : { to: new Date(Date.parse(to) + DAY_MS).toISOString() }),
  };
}

/** The address of the audit log with a choice. */
export function hrefOf(choice: Partial<AuditChoice>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(choice)) if (value !== undefined) query.set(name, String(value));
  return query.size > 0 ? `/settings/audit?${query}` : '/settings/audit';
}

/** Something was chosen, besides how far back to go. */
export function isFiltered({ before: _, ...choice }: AuditChoice): boolean {
  return Object.values(choice).some((value) => value !== undefined);
}
