'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { type ReactNode, useEffect, useId } from 'react';
import { queryFor } from '@/client/queries';
import { LOCAL_CLUSTER } from '@/lib/contracts/clusters';
import { channelEndpoints } from '@/lib/contracts/endpoints/channels';
import { clusterEndpoints } from '@/lib/contracts/endpoints/clusters';
import type { PipelineSummary } from '@/lib/contracts/pipelines';
import { CHAT_TRIED } from '../deployments/chat/chat-tried';
import { useDeployments } from '../deployments/use-deployments';
import { Button } from '../ui/button';
import { formatBytes, formatCount } from '../ui/format';
import { Icon } from '../ui/icon';
import { useStoredMark } from '../ui/use-stored-mark';
import { VisuallyHidden } from '../ui/visually-hidden';
import styles from './first-minutes.module.css';
import { FIRST_MINUTES_HIDDEN } from './first-minutes-mark';

export interface FirstMinutesProps {
  pipelines: readonly PipelineSummary[];
}

/** One thing to do. */
interface Item {
  readonly title: ReactNode;
  readonly detail: string;
  readonly isDone: boolean;
  /** How long it takes. */
  readonly time?: string;
}

/** What to try first, and what of it is done. It can be hidden, and goes away when all of it is done. */
export function FirstMinutes({ pipelines }: FirstMinutesProps) {
  const id = useId();
  const [isHidden, hide] = useStoredMark(FIRST_MINUTES_HIDDEN, false);
  const items = useItems(pipelines);
  const done = items.filter(({ isDone }) => isDone).length;
  const isAllDone = done === items.length;
  // The mark of the browser, so that the next visit begins without it.
  useEffect(() => {
    if (isAllDone) hide();
  }, [isAllDone, hide]);
  if (isHidden || isAllDone) return null;
  return (
    <aside className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>Getting started</h2>
        <span>
          {done} of {items.length}
        </span>
        <Button size="sm" variant="quiet" onClick={hide}>
          Hide
        </Button>
      </div>
      <ol aria-label="Getting started">
        {items.map(({ title, detail, isDone, time }, index) => (
          <li key={index} className={styles.item} data-status={isDone ? 'completed' : 'pending'}>
            <Icon name={isDone ? 'completed' : 'pending'} />
            <div>
              <p>
                {title}
                <VisuallyHidden>{isDone ? ', done' : ', to do'}</VisuallyHidden>
              </p>
              <p className={styles.detail}>{detail}</p>
            </div>
            {!isDone && time && <span className={styles.time}>{time}</span>}
          </li>
        ))}
      </ol>
      <h3>Next steps</h3>
      <ul aria-label="Next steps">
        {LATER.map(({ href, icon, label }) => (
          <li key={href}>
            <Link href={href} className={styles.later}>
              <Icon name={icon} />
              <span>{label}</span>
              <Icon name="right" />
            </Link>
          </li>
        ))}
      </ul>
    </aside>
  );
}

const LATER = [
  { href: '/clusters', icon: 'cpu', label: 'Add a Kubernetes cluster' },
  { href: '/models', icon: 'model_add', label: 'Add a model from Hugging Face' },
  { href: '/actions', icon: 'book', label: 'Read the action catalogue' },
] as const;

function useItems(pipelines: readonly PipelineSummary[]): readonly Item[] {
  const health = useQuery(queryFor(clusterEndpoints.health, { id: LOCAL_CLUSTER })).data?.health;
  const channels = useQuery(queryFor(channelEndpoints.list, {})).data?.channels ?? [];
  const [hasChatted] = useStoredMark(CHAT_TRIED, false);
  const [deployment] = useDeployments();
  return [
    {
      title: <Link href={`/clusters#${LOCAL_CLUSTER}`}>Cluster local is healthy</Link>,
      detail: health
        ? `${formatCount(health.capacity.cpu.total, 'core')}, ${formatBytes(health.capacity.memory.total)}${
            health.disk ? `, ${formatBytes(health.disk.free)} disk free` : ''
          }`
        : 'Checks CPU, memory and disk of this machine',
      isDone: health?.status === 'healthy',
    },
    {
      title: 'Run a starter',
      detail: 'Steps turn green as they complete. Open one to see its data.',
      isDone: pipelines.some(({ recentRuns }) => recentRuns.length > 0),
      time: '1 min',
    },
    {
      title: deployment ? (
        <Link href={`/deployments/${deployment.name}`}>Try the deployment in the chat</Link>
      ) : (
        'Try the deployment in the chat'
      ),
      detail: 'The endpoint is OpenAI-compatible',
      isDone: hasChatted,
      time: '1 min',
    },
    {
      title: 'Change a step, run again',
      detail: 'Earlier outputs can be reused',
      isDone: pipelines.some(({ version, recentRuns }) => version > 1 && recentRuns.length > 1),
      time: '2 min',
    },
    {
      title: <Link href="/settings/channels">Connect a chat channel</Link>,
      detail: 'Slack, Microsoft Teams or email',
      isDone: channels.some(({ name, configured }) => configured && name !== 'inbox'),
      time: '3 min',
    },
  ];
}
