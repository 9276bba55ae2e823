'use client';

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { keyOf, pagesFor, readAgain } from '@/client/queries';
import { isOpen } from '@/components/run-state/status';
import { Button } from '@/components/ui/button';
import { formatExactly, formatInstant, formatLate } from '@/components/ui/format';
import { Segmented } from '@/components/ui/segmented';
import { Spinner } from '@/components/ui/spinner';
import { StatusBadge } from '@/components/ui/status';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { triggerEndpoints } from '@/lib/contracts/endpoints/triggers';
import { DELIVERY_OUTCOMES, type TriggerDelivery, type TriggerDetail } from '@/lib/contracts/triggers';
import styles from './delivery-list.module.css';
import { type DeliveryOutcome, OUTCOME_LOOKS } from './model/looks';
import { typed, whyNot } from './model/trigger-words';
import { ownZone } from './model/zones';
import { RunLink } from './run-link';

export interface DeliveryListProps {
  trigger: TriggerDetail;
}

type Shown = DeliveryOutcome | 'all';

const PAGE = 30;
/** Poll interval of the status of active runs, in ms. */
const POLL_MS = 4000;
/** Limit of pages that are polled. */
const MOST_POLLED = 3;

const CHOICES = [
  { value: 'all', label: 'All' },
  ...DELIVERY_OUTCOMES.map((outcome) => ({ value: outcome, label: OUTCOME_LOOKS[outcome].word })),
] as const;

/** The deliveries of a trigger, newest first. */
export function DeliveryList({ trigger }: DeliveryListProps) {
  const queries = useQueryClient();
  const [shown, setShown] = useState<Shown>('all');
  const wanted = {
    triggerId: trigger.id,
    limit: PAGE,
    ...(shown === 'all' ? {} : { outcome: shown }),
  };
  const list = useInfiniteQuery({
    ...pagesFor(triggerEndpoints.deliveries, wanted),
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      const isGoing = pages.some((page) => page.deliveries.some(({ run }) => run && isOpen(run.status)));
      return isGoing && pages.length <= MOST_POLLED ? POLL_MS : false;
    },
  });
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries) ?? [];
  const newest = `${trigger.lastFiring?.id}:${trigger.lastFiring?.run?.status}`;
  const one = typed(trigger);
  const zone = one.type === 'schedule' && one.config.kind === 'cron' ? one.config.time_zone : undefined;

  const read = useRef<string>(undefined);
  // Refreshes the deliveries when the list of triggers, which is read more often, shows a new one.
  useEffect(() => {
    const queryKey = keyOf(triggerEndpoints.deliveries, { triggerId: trigger.id });
    // A first read that begins with this component is new enough.
    if (read.current === undefined) void queries.invalidateQueries({ queryKey });
    else if (read.current !== newest) void readAgain(queries, queryKey);
    read.current = newest;
  }, [queries, trigger.id, newest]);

  return (
    <section className={styles.history} aria-label={`History of ${trigger.name}`}>
      <div className={styles.head}>
        <h4 className={styles.title}>History</h4>
        <Segmented<Shown>
          label="Filter deliveries"
          value={shown}
          onValueChange={setShown}
          segments={CHOICES}
        />
      </div>
      {list.isPending && (
        <p className={styles.none}>
          <Spinner label="Loading history" />
        </p>
      )}
      {list.error && (
        <p className={styles.none} role="alert">
          The history could not be loaded. {list.error.message}{' '}
          <Button size="sm" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {list.data && deliveries.length === 0 && <p className={styles.none}>{NONE[shown]}</p>}
      {deliveries.length > 0 && (
        <ol className={styles.list} aria-label="Deliveries">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} zone={zone} />
          ))}
        </ol>
      )}
      {list.hasNextPage && (
        <div className={styles.older}>
          <Button
            size="sm"
            variant="quiet"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Load older
          </Button>
        </div>
      )}
    </section>
  );
}

const NONE: Readonly<Record<Shown, string>> = {
  all: 'No deliveries yet',
  started: 'No runs started yet',
  skipped: 'No skipped deliveries',
  refused: 'No rejected deliveries',
};

interface DeliveryRowProps {
  delivery: TriggerDelivery;
  /** The time zone of the due times. @default the reader's own */
  zone: string | undefined;
}

/** A delivery: its due time, its time, and its run or the reason why it has none. */
function DeliveryRow({ delivery, zone }: DeliveryRowProps) {
  const { outcome, at, dueAt, run } = delivery;
  const { status, word } = OUTCOME_LOOKS[outcome];
  const own = ownZone();
  const why = whyNot(delivery);
  return (
    <li className={styles.row}>
      <span className={styles.outcome}>
        <StatusBadge status={status} quiet>
          {word}
        </StatusBadge>
      </span>
      <span className={styles.when}>
        <VisuallyHidden>{dueAt === null ? 'at ' : 'due '}</VisuallyHidden>
        <time dateTime={dueAt ?? at} title={`${formatInstant(at)}, ${own}`}>
          {formatExactly(dueAt ?? at, dueAt === null ? own : (zone ?? own))}
        </time>
        {dueAt !== null && <span className={styles.late}>{formatLate(at, dueAt)}</span>}
      </span>
      <span className={styles.came}>
        {run && <RunLink run={run} />}
        {!run && outcome === 'started' && <span className={styles.why}>The run was deleted.</span>}
        {why && <span className={styles.why}>{why}</span>}
      </span>
    </li>
  );
}
