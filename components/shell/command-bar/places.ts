import type { IconName } from '@/components/ui/icon';

/** A page of the application that does not depend on a pipeline or run. */
export interface Place {
  readonly href: string;
  readonly label: string;
  readonly icon: IconName;
  /** Other words for it. */
  readonly keywords?: string;
}

/** The pages that the command bar offers. */
export const PAGES: readonly Place[] = [
  { href: '/pipelines', label: 'Pipelines', icon: 'flow', keywords: 'home list' },
  { href: '/runs', label: 'Runs', icon: 'runs', keywords: 'history executions' },
  { href: '/inbox', label: 'Inbox', icon: 'inbox', keywords: 'approvals notices' },
  { href: '/deployments', label: 'Deployments', icon: 'cube', keywords: 'serving gateway' },
  { href: '/models', label: 'Models', icon: 'cube' },
  { href: '/clusters', label: 'Clusters', icon: 'cube', keywords: 'kubernetes' },
  { href: '/workers', label: 'Workers', icon: 'server' },
  { href: '/actions', label: 'Actions', icon: 'book', keywords: 'catalogue reference documentation' },
  { href: '/settings/secrets', label: 'Secrets', icon: 'key', keywords: 'settings credentials' },
  { href: '/settings/channels', label: 'Channels', icon: 'gear', keywords: 'settings slack mail teams' },
  { href: '/settings/audit', label: 'Audit log', icon: 'gear', keywords: 'settings' },
];
