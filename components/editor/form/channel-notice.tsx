'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { queryFor } from '@/client/queries';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import type { StepDocument } from '@/engine';
import { channelEndpoints } from '@/lib/contracts/endpoints/channels';
import { useEditorStore } from '../use-editor';
import styles from './channel-notice.module.css';
import { missingChannel, sendToInbox } from './channel-offer';

export interface ChannelNoticeProps {
  step: StepDocument;
}

/** Says that the channel of a step is not configured, and offers the inbox. */
export function ChannelNotice({ step }: ChannelNoticeProps) {
  const store = useEditorStore();
  const { data } = useQuery({ ...queryFor(channelEndpoints.list, {}), refetchOnWindowFocus: 'always' });
  const missing = data && missingChannel(step, data);
  if (missing === undefined) return null;
  const chooseInbox = () =>
    store.edit(`Send ${step.id} to the inbox`, (document) => sendToInbox(document, step));
  return (
    <Notice
      status="stale"
      icon="warn"
      title={`${missing.title} is not configured, so this step will fail.`}
      className={styles.notice}
    >
      <div className={styles.actions}>
        <Button size="sm" icon="inbox" onClick={chooseInbox}>
          Use the inbox
        </Button>
        <Link href="/settings/channels">Configure channels</Link>
      </div>
    </Notice>
  );
}
