import { z } from 'zod';

/** Kinds of actors. Users of pages and API are `local`, since there are no accounts. */
export const ACTOR_KINDS = [
  'local',
  'api',
  'cli',
  'webhook',
  'schedule',
  'pipeline',
  'run',
  'system',
] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Audited actions. */
export const AUDIT_ACTIONS = [
  'run.started',
  'run.rerun',
  'run.tried',
  'run.cancelled',
  'run.paused',
  'run.resumed',
  'run.signalled',
  'run.resolved',
  'run.continued',
  'run.breakpoints_set',
  'run.pinned',
  'run.unpinned',
  'run.deleted',
  'pipeline.created',
  'pipeline.changed',
  'pipeline.renamed',
  'pipeline.organised',
  'pipeline.output_pinned',
  'pipeline.output_unpinned',
  'pipeline.breakpoint_set',
  'pipeline.breakpoint_deleted',
  'pipeline.pause_on_failure_set',
  'pipeline.test_saved',
  'pipeline.test_deleted',
  'pipeline.deleted',
  'secret.created',
  'secret.changed',
  'secret.deleted',
  'secret.read',
  'channel.changed',
  'channel.cleared',
  'trigger.created',
  'trigger.changed',
  'trigger.enabled',
  'trigger.disabled',
  'trigger.address_renewed',
  'trigger.listening',
  'trigger.deleted',
  'model.added',
  'model.cancelled',
  'model.deleted',
  'deployment.created',
  'deployment.scaled',
  'deployment.updated',
  'deployment.limited',
  'deployment.deleted',
  'cluster.created',
  'cluster.deleted',
  'deployment.key_created',
  'deployment.key_revoked',
  'search.created',
  'search.changed',
  'search.deleted',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Types of the targets of actions. */
export const SUBJECT_TYPES = [
  'run',
  'pipeline',
  'secret',
  'channel',
  'trigger',
  'model',
  'cluster',
  'deployment',
  'search',
] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

/** One entry of the audit log. */
export const auditEventSchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actor: z.object({
    kind: z.enum(ACTOR_KINDS),
    /** The trigger or run; null for a person. */
    id: z.string().nullable(),
    /** Its name at that time. */
    name: z.string().nullable(),
  }),
  action: z.enum(AUDIT_ACTIONS),
  subject: z.object({
    type: z.enum(SUBJECT_TYPES),
    id: z.string(),
    /** Its name at that time. */
    name: z.string(),
  }),
  /** Further details by action; never the value of a secret. */
  details: z.record(z.string(), z.json()),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

/** Largest number of entries on a page. */
export const MAX_AUDIT_PAGE = 200;

/** Filter of entries, which are listed newest first. */
export const listAuditInput = z.object({
  actor: z.enum(ACTOR_KINDS).optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** Id of a pipeline, run or trigger, or name of a secret. */
  subject: z.string().min(1).max(200).optional(),
  /** At or after. */
  from: z.iso.datetime({ offset: true }).optional(),
  /** Before. */
  to: z.iso.datetime({ offset: true }).optional(),
  /** `next` of the previous page. */
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(MAX_AUDIT_PAGE).default(50),
});

export type ListAuditInput = z.input<typeof listAuditInput>;

/** One page of the audit log. */
export const auditPageSchema = z.object({
  events: z.array(auditEventSchema),
  /** Pass as `before` for the next page; null on the last one. */
  next: z.int().nullable(),
});
export type AuditPage = z.infer<typeof auditPageSchema>;
