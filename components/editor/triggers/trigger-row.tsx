'use client';

import { useId } from 'react';
import { useAlive } from '@/components/run-state/use-alive';
import { formatAgo, formatSoon, formatUntil } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { StatusBadge } from '@/components/ui/status';
import { Switch } from '@/components/ui/switch';
import { useNow } from '@/components/ui/use-time';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import type { TriggerDelivery, TriggerDetail } from '@/lib/contracts/triggers';
import { OUTCOME_LOOKS, TRIGGER_TYPES_SHOWN } from './model/looks';
import { summaryOf, typed, whyNot } from './model/trigger-words';
import { ownZone } from './model/zones';
import { RunLink } from './run-link';
import { TriggerDetails } from './trigger-details';
import styles from './triggers.module.css';

export interface TriggerRowProps {
  trigger: TriggerDetail;
  isUnfolded: boolean;
  onUnfold: (open: boolean) => void;
  onEnable: (enabled: boolean) => void;
  onChange: () => void;
  onRenew: () => void;
  onRemove: () => void;
}

/** One trigger of the list. Expanded, it shows its details. */
export function TriggerRow({
  trigger,
  isUnfolded,
  onUnfold,
  onEnable,
  onChange,
  onRenew,
  onRemove,
}: TriggerRowProps) {
  const id = useId();
  const { name, type, enabled, lastFiring } = trigger;
  const { icon, word } = TRIGGER_TYPES_SHOWN[type];
  const summary = summaryOf(trigger, useAlive() ? ownZone() : 'UTC');
  return (
    <li className={styles.item} data-unfolded={isUnfolded || undefined} data-off={!enabled || undefined}>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.go}
          aria-expanded={isUnfolded}
          aria-controls={isUnfolded ? id : undefined}
          aria-label={`${word} ${name}: ${summary}`}
          onClick={() => onUnfold(!isUnfolded)}
        />
        <Icon name="right" size={14} className={styles.arrow} />
        <Icon name={icon} className={styles.type} />
        <span className={styles.what} aria-hidden="true">
          <span className={styles.name}>{name}</span>
          <span className={styles.summary} title={summary}>
            {word} · {summary}
          </span>
        </span>
        <span className={styles.next}>
          <VisuallyHidden>Next: </VisuallyHidden>
          <NextTime trigger={trigger} />
        </span>
        <span className={styles.last}>
          <VisuallyHidden>Last: </VisuallyHidden>
          <LastDelivery delivery={lastFiring} />
        </span>
        <span className={styles.switch}>
          <Switch checked={enabled} onCheckedChange={onEnable} aria-label={`${name} enabled`} />
          <span className={styles.onOff} aria-hidden="true">
            {enabled ? 'On' : 'Off'}
          </span>
        </span>
        <span className={styles.menu}>
          <Menu align="end" trigger={<IconButton icon="more" size="sm" label={`More for ${name}`} />}>
            <MenuItem icon="pencil" onSelect={onChange}>
              Edit…
            </MenuItem>
            {type === 'webhook' && (
              <MenuItem icon="retrying" onSelect={onRenew}>
                Regenerate URL…
              </MenuItem>
            )}
            <MenuSeparator />
            <MenuItem icon="trash" onSelect={onRemove}>
              Remove…
            </MenuItem>
          </Menu>
        </span>
      </div>
      {isUnfolded && (
        <div id={id} className={styles.unfolded}>
          <TriggerDetails trigger={trigger} onChange={onChange} onRenew={onRenew} />
        </div>
      )}
    </li>
  );
}

function NextTime({ trigger }: { trigger: TriggerDetail }) {
  const one = typed(trigger);
  const [due] = trigger.next;
  const now = useNow(due === undefined ? undefined : 'second');
  const isAlive = useAlive();
  if (!trigger.enabled) return <span className={styles.quiet}>disabled</span>;
  if (one.type === 'webhook') return <span className={styles.quiet}>when called</span>;
  if (one.type === 'pipeline_finished') return <span className={styles.quiet}>when that run finishes</span>;
  if (due === undefined) return <span className={styles.quiet}>no further times</span>;
  const zone = one.config.kind === 'cron' ? one.config.time_zone : ownZone();
  if (!isAlive) return null;
  return (
    <time dateTime={due}>
      <b>{formatUntil(due, now)}</b>
      <span className={styles.second}>{formatSoon(due, zone, now)}</span>
    </time>
  );
}

interface LastDeliveryProps {
  delivery: TriggerDelivery | null;
}

/** The outcome of the last delivery. */
function LastDelivery({ delivery }: LastDeliveryProps) {
  const now = useNow(delivery === null ? undefined : 'second');
  if (delivery === null) return <span className={styles.quiet}>no deliveries yet</span>;
  const { outcome, run, at } = delivery;
  const { status, word } = OUTCOME_LOOKS[outcome];
  return (
    <>
      <span className={styles.first}>
        {run ? (
          <RunLink run={run} />
        ) : (
          <StatusBadge status={status} quiet>
            {word}
          </StatusBadge>
        )}
      </span>
      <span className={styles.second} title={whyNot(delivery)}>
        <time dateTime={at}>{formatAgo(new Date(at), new Date(now))}</time>
        {outcome !== 'started' && ` · ${whyNot(delivery)}`}
      </span>
    </>
  );
}
