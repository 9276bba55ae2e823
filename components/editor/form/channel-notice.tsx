'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { queryFor } from '@/client/queries';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import type { ActionDescriptor, StepDocument } from '@/engine';
import { channelEndpoints } from '@/lib/contracts/endpoints/channels';
import { innerActionFields } from '../model/card-size';
import { useEditorStore } from '../use-editor';
import styles from './channel-notice.module.css';
import { missingChannel, senderOf, sendToInbox } from './channel-offer';

export interface ChannelNoticeProps {
  step: StepDocument;
  descriptor: ActionDescriptor;
}

/** Says that the channel of a step, or of its inner action, is not configured, and offers the inbox. */
export function ChannelNotice({ step, descriptor }: ChannelNoticeProps) {
  const store = useEditorStore();
  const { data } = useQuery({ ...queryFor(channelEndpoints.list, {}), refetchOnWindowFocus: 'always' });
  const fields = innerActionFields(descriptor);
  const missing = data && missingChannel(senderOf(step, fields), data);
  if (missing === undefined) return null;
  const chooseInbox = () =>
    store.edit(`Send ${step.id} to the inbox`, (document) => sendToInbox(document, step, fields));
  return (
    <Notice
      status="stale"
      icon="warn"
      title={`${missing.title} is not configured, so ${fields ? 'the inner action' : 'this step'} will fail.`}
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
