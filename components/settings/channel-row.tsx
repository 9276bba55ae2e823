'use client';

import type { ChannelSetting } from '@/lib/contracts/secrets';
import { Button } from '../ui/button';
import { formatAgo } from '../ui/format';
import { Notice } from '../ui/notice';
import type { ChannelField, ChannelKind } from './channel-kinds';
import styles from './channel-list.module.css';
import { ChannelState } from './channel-state';

export interface ChannelRowProps {
  kind: ChannelKind;
  field: ChannelField;
  setting: ChannelSetting | undefined;
  now: Date;
  onSet: () => void;
  onClear: () => void;
}

/** One setting of a channel: where it comes from, and what can be done about it. */
export function ChannelRow({ kind, field, setting, now, onSet, onClear }: ChannelRowProps) {
  const from = setting?.from ?? 'nowhere';
  const what = `${kind.title}: ${field.label.toLowerCase()}`;
  return (
    <li className={styles.row}>
      <span className={styles.label}>{field.label}</span>
      <div className={styles.state}>
        <ChannelState name={field.name} from={from} isUnreadable={Boolean(setting?.problem)} />
        {setting?.shown && <span className={styles.shown}>{setting.shown}</span>}
        {setting?.updatedAt && (
          <time dateTime={setting.updatedAt}>{formatAgo(new Date(setting.updatedAt), now)}</time>
        )}
      </div>
      {from !== 'environment' && (
        <div className={styles.buttons}>
          {from === 'here' && (
            <Button size="sm" variant="quiet" aria-label={`Remove ${what}`} onClick={onClear}>
              Remove
            </Button>
          )}
          <Button size="sm" aria-label={`${from === 'here' ? 'Replace' : 'Set'} ${what}`} onClick={onSet}>
            {from === 'here' ? 'Replace…' : 'Set…'}
          </Button>
        </div>
      )}
      {setting?.problem && <Notice status="failed" title={setting.problem} className={styles.problem} />}
    </li>
  );
}
