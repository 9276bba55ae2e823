import type { ActorKind, AuditAction, AuditEvent } from '@/lib/contracts/audit';

/** The action of an entry, as text. */
export const ACTION_WORDS: Readonly<Record<AuditAction, string>> = {
  'run.started': 'Run started',
  'run.rerun': 'Re-run started',
  'run.tried': 'Try started',
  'run.cancelled': 'Run cancelled',
  'run.paused': 'Run paused',
  'run.resumed': 'Run resumed',
  'run.signalled': 'Signal sent',
  'run.resolved': 'Interrupted step resolved',
  'run.continued': 'Pause answered',
  'run.breakpoints_set': 'Breakpoints of a run set',
  'run.pinned': 'Run pinned',
  'run.unpinned': 'Run unpinned',
  'run.deleted': 'Run deleted',
  'pipeline.created': 'Pipeline created',
  'pipeline.changed': 'Pipeline changed',
  'pipeline.renamed': 'Pipeline renamed',
  'pipeline.organised': 'Folder, tags or pin changed',
  'pipeline.output_pinned': 'Output pinned',
  'pipeline.output_unpinned': 'Output unpinned',
  'pipeline.breakpoint_set': 'Breakpoint set',
  'pipeline.breakpoint_deleted': 'Breakpoint removed',
  'pipeline.pause_on_failure_set': 'Pause on any failure set',
  'pipeline.test_saved': 'Test saved',
  'pipeline.test_deleted': 'Test deleted',
  'pipeline.deleted': 'Pipeline deleted',
  'secret.created': 'Secret created',
  'secret.changed': 'Secret changed',
  'secret.deleted': 'Secret deleted',
  'secret.read': 'Secret read',
  'channel.changed': 'Channel setting changed',
  'channel.cleared': 'Channel setting removed',
  'trigger.created': 'Trigger created',
  'trigger.changed': 'Trigger changed',
  'trigger.enabled': 'Trigger enabled',
  'trigger.disabled': 'Trigger disabled',
  'trigger.address_renewed': 'Webhook URL regenerated',
  'trigger.listening': 'Listening for a test event',
  'model.added': 'Model added',
  'model.cancelled': 'Model download cancelled',
  'model.deleted': 'Model deleted',
  'trigger.deleted': 'Trigger removed',
  'deployment.created': 'Deployment created',
  'deployment.scaled': 'Deployment scaled',
  'deployment.updated': 'Deployment updated',
  'deployment.limited': 'Rate limit set',
  'deployment.deleted': 'Deployment deleted',
  'cluster.created': 'Cluster added',
  'cluster.deleted': 'Cluster removed',
  'deployment.key_created': 'Deployment key created',
  'deployment.key_revoked': 'Deployment key revoked',
  'search.created': 'Search saved',
  'search.changed': 'Saved search changed',
  'search.deleted': 'Saved search deleted',
};

/** The actor of an entry, as text. */
export const ACTOR_WORDS: Readonly<Record<ActorKind, string>> = {
  local: 'This machine',
  api: 'API',
  cli: 'Command line',
  webhook: 'Webhook',
  schedule: 'Schedule',
  pipeline: 'Other pipeline',
  run: 'Run',
  system: 'Pipewright',
};

/** Details of an entry in a few words; empty without details. */
export function detailText({ action, details }: AuditEvent): string {
  const text = (name: string) => String(details[name] ?? '');
  switch (action) {
    case 'pipeline.renamed':
      return `from "${text('from')}", version ${text('version')}`;
    case 'pipeline.organised':
      return organisationText(details);
    case 'pipeline.changed':
    case 'run.started':
    case 'run.rerun':
    case 'run.tried':
      return `version ${text('version')}`;
    case 'pipeline.test_saved':
    case 'pipeline.test_deleted':
      return text('test');
    case 'pipeline.output_pinned':
    case 'pipeline.output_unpinned':
      return text('step');
    case 'run.signalled':
    case 'deployment.key_created':
    case 'deployment.key_revoked':
      return text('name');
    case 'search.created':
    case 'search.changed':
    case 'search.deleted':
      return text('search');
    case 'run.continued':
      return `${text('step')}: ${text('decision')}`;
    case 'run.breakpoints_set':
      return `${text('count')} breakpoints`;
    case 'pipeline.breakpoint_set':
    case 'pipeline.breakpoint_deleted':
      return text('breakpoint');
    case 'pipeline.pause_on_failure_set':
      return details.value === true ? 'on' : 'off';
    case 'run.resolved':
      return `${text('step')}: ${text('answer')}`;
    case 'run.deleted':
      return 'exceeded retention';
    case 'secret.created':
    case 'secret.changed':
    case 'channel.changed':
      return sealedText(details);
    default:
      return '';
  }
}

function organisationText({ folder, tags, pinned }: AuditEvent['details']): string {
  const labels = Array.isArray(tags) ? tags : [];
  const parts = [
    folder ? `folder ${folder}` : 'no folder',
    labels.length > 0 && `tags ${labels.join(', ')}`,
    pinned === true && 'pinned',
  ];
  return parts.filter(Boolean).join('; ');
}

function sealedText({ changed, hosts }: AuditEvent['details']): string {
  if (changed !== undefined) return 'description only';
  const list = Array.isArray(hosts) ? hosts : [];
  return list.length === 0 ? 'allowed for any host' : `allowed for ${list.join(', ')}`;
}

/** Path of the target of an entry; undefined when it was deleted. */
export function subjectHref({ action, subject, details }: AuditEvent): string | undefined {
  if (action.endsWith('.deleted')) return undefined;
  switch (subject.type) {
    case 'run':
      return `/runs/${subject.id}`;
    case 'pipeline':
      return `/pipelines/${subject.id}`;
    case 'secret':
      return '/settings/secrets';
    case 'model':
      return '/models';
    case 'channel':
      return '/settings/channels';
    case 'cluster':
      return `/clusters#${subject.id}`;
    case 'deployment':
      return `/deployments/${subject.name}`;
    case 'trigger':
      return typeof details.pipeline_id === 'string' ? `/pipelines/${details.pipeline_id}` : undefined;
  }
}
