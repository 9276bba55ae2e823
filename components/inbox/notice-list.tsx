'use client';

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { keyOf, pagesFor, readAgain } from '@/client/queries';
import { useRenderedAnswer } from '@/client/use-rendered-answer';
import { noticeEndpoints } from '@/lib/contracts/endpoints/notices';
import type { Answer } from '@/lib/contracts/errors';
import type { NoticePage } from '@/lib/contracts/notices';
import { PageHeader } from '../shell/page-header';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { formatCount } from '../ui/format';
import { Notice as NoticeBox } from '../ui/notice';
import { Segmented } from '../ui/segmented';
import { useToast } from '../ui/toast';
import { useNow } from '../ui/use-time';
import type { NoticeActions } from './notice-actions';
import styles from './notice-list.module.css';
import { NoticeRow } from './notice-row';

export interface NoticeListProps {
  /** The newest notices. */
  first: NoticePage;
  actions: NoticeActions;
  /** When the server drew the page: ISO 8601. */
  now: string;
}

const PAGE = 50;
const POLL_MS = 5000;

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const;
type Filter = (typeof FILTERS)[number]['value'];

/** The inbox: notices of notification steps, newest first, kept up to date. */
export function NoticeList({ first, actions, now: serverNow }: NoticeListProps) {
  const now = new Date(useNow('slow', serverNow));
  const [filter, setFilter] = useState<Filter>('all');
  const toast = useToast();
  const queries = useQueryClient();
  const query = pagesFor(noticeEndpoints.list, {
    limit: PAGE,
    ...(filter === 'unread' ? { unread: 'true' } : {}),
  });
  useRenderedAnswer(query.queryKey, { pages: [first], pageParams: [''] }, serverNow);
  const list = useInfiniteQuery({
    ...query,
    refetchInterval: POLL_MS,
  });
  const notices = list.data?.pages.flatMap((page) => page.notices) ?? [];
  const [newest] = notices;
  const unread = notices.filter(({ readAt }) => readAt === null).length;

  async function mark(work: () => Promise<Answer<{ marked: number }>>) {
    const answer = await work().catch(() => undefined);
    if (!answer?.ok) {
      const title =
        answer?.error.message ?? 'The server cannot be reached. Check that it is running, then try again.';
      toast({ status: 'failed', title });
    }
    const changed = [noticeEndpoints.list, noticeEndpoints.unread].map((endpoint) =>
      keyOf(endpoint).slice(0, 3),
    );
    await Promise.all(changed.map((queryKey) => readAgain(queries, queryKey)));
  }

  return (
    <>
      <PageHeader
        title="Inbox"
        actions={
          <>
            <Segmented label="Show" value={filter} onValueChange={setFilter} segments={FILTERS} />
            <Button
              icon="check"
              disabled={newest === undefined || unread === 0}
              onClick={() => newest && void mark(() => actions.markNotices(newest.id))}
            >
              Mark all as read
            </Button>
          </>
        }
      >
        {headline(notices.length, unread, list.hasNextPage)}
      </PageHeader>
      {list.error && (
        <NoticeBox status="failed" title={`Notices could not be loaded. ${list.error.message}`} alert>
          <Button size="sm" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </NoticeBox>
      )}
      {list.data && notices.length === 0 && <NoNotices filter={filter} onShowAll={() => setFilter('all')} />}
      <ul aria-label="Notices" className={styles.list}>
        {notices.map((notice) => (
          <NoticeRow
            key={notice.id}
            notice={notice}
            now={now}
            onMark={(read) => void mark(() => actions.markNotice(notice.id, read))}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className={styles.older}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Load older
          </Button>
        </div>
      )}
    </>
  );
}

function headline(shown: number, unread: number, isPart: boolean): string {
  if (shown === 0) return 'Messages that pipelines send to this installation.';
  return `${formatCount(shown, 'notice')}${isPart ? ' shown' : ''}, ${unread} unread`;
}

interface NoNoticesProps {
  filter: Filter;
  onShowAll: () => void;
}

/** Where no notice is shown. */
function NoNotices({ filter, onShowAll }: NoNoticesProps) {
  if (filter === 'unread') {
    return (
      <EmptyState
        icon="inbox"
        title="No unread notices"
        actions={<Button onClick={onShowAll}>Show all</Button>}
      />
    );
  }
  return (
    <EmptyState icon="inbox" title="No notices yet" actions={<Link href="/pipelines">Pipelines</Link>}>
      A notification step with the channel <code>inbox</code> sends its message here. It needs no
      configuration.
    </EmptyState>
  );
}
