'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { useNow } from '@/components/ui/use-time';
import { CHANNEL_KINDS, type ChannelField, type ChannelKind, settingVariable } from '@/engine/channels';
import type { Answer } from '@/lib/contracts/errors';
import type { ChannelSetting } from '@/lib/contracts/secrets';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { formatAgo } from '../ui/format';
import { Icon } from '../ui/icon';
import { Notice } from '../ui/notice';
import { useToast } from '../ui/toast';
import { ChannelDialog } from './channel-dialog';
import styles from './channel-list.module.css';
import clearChannelDialogStyles from './dialog.module.css';
import type { ChannelActions } from './settings-actions';
import { SettingsHeader } from './settings-header';
import { useSending } from './use-sending';

export interface ChannelListProps {
  channels: readonly ChannelSetting[];
  actions: ChannelActions;
  /** When the server rendered the page: ISO 8601. */
  now: string;
}

interface Asking {
  readonly about: 'set' | 'clear';
  readonly kind: ChannelKind;
  readonly field: ChannelField;
}

/** The default settings of channels, for steps without their own. */
export function ChannelList({ channels, actions, now: serverNow }: ChannelListProps) {
  const now = new Date(useNow('slow', serverNow));
  const router = useRouter();
  const toast = useToast();
  const id = useId();
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);

  function done(title: string) {
    close();
    router.refresh();
    toast({ title });
  }

  return (
    <>
      <SettingsHeader here="/settings/channels">
        Defaults for email and notification steps. Environment variables override these settings.
      </SettingsHeader>
      <div className={styles.channels}>
        {CHANNEL_KINDS.map((kind, index) => (
          <section key={kind.title} aria-labelledby={`${id}-${index}`} className={styles.channel}>
            <h2 id={`${id}-${index}`}>
              <Icon name={kind.icon} />
              {kind.title}
            </h2>
            <p className={styles.about}>
              {kind.about} {kind.name === 'inbox' && <Link href="/inbox">Open the inbox</Link>}
            </p>
            <ul>
              {kind.fields.map((field) => (
                <ChannelRow
                  key={field.name}
                  kind={kind}
                  field={field}
                  setting={channels.find(({ name }) => name === field.name)}
                  now={now}
                  onSet={() => setAsking({ about: 'set', kind, field })}
                  onClear={() => setAsking({ about: 'clear', kind, field })}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {asking?.about === 'set' && (
        <ChannelDialog
          kind={asking.kind}
          field={asking.field}
          shown={channels.find(({ name }) => name === asking.field.name)?.shown ?? null}
          onClose={close}
          set={(value) => actions.setChannel({ name: asking.field.name, value })}
          onDone={() => done(`${asking.kind.title}: ${asking.field.label.toLowerCase()} was set`)}
        />
      )}
      {asking?.about === 'clear' && (
        <ClearChannelDialog
          kind={asking.kind}
          field={asking.field}
          onClose={close}
          clear={() => actions.clearChannel(asking.field.name)}
          onDone={() => done(`${asking.kind.title}: ${asking.field.label.toLowerCase()} was removed`)}
        />
      )}
    </>
  );
}

interface ClearChannelDialogProps {
  kind: ChannelKind;
  field: ChannelField;
  onClose: () => void;
  clear: () => Promise<Answer>;
  onDone: () => void;
}

/** Asks for confirmation before a setting of a channel is cleared. */
function ClearChannelDialog({ kind, field, onClose, clear, onDone }: ClearChannelDialogProps) {
  const { isBusy, send } = useSending();
  const [error, setError] = useState<string>();

  async function confirm() {
    const refusal = await send(clear);
    if (refusal) setError(refusal.message);
    else onDone();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove the ${field.label.toLowerCase()} of ${kind.title}?`}
      confirmLabel="Remove"
      onConfirm={() => void confirm()}
      busy={isBusy}
    >
      <p>This cannot be undone. Steps that use this setting will fail.</p>
      {error && <Notice status="failed" title={error} alert className={clearChannelDialogStyles.refusal} />}
    </ConfirmDialog>
  );
}

interface ChannelRowProps {
  kind: ChannelKind;
  field: ChannelField;
  setting: ChannelSetting | undefined;
  now: Date;
  onSet: () => void;
  onClear: () => void;
}

/** One setting of a channel: its source and its commands. */
function ChannelRow({ kind, field, setting, now, onSet, onClear }: ChannelRowProps) {
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

interface ChannelStateProps extends Pick<ChannelSetting, 'name' | 'from'> {
  /** Whether its key is missing or wrong. */
  isUnreadable: boolean;
}

/** Whether and where a setting is configured. */
function ChannelState({ name, from, isUnreadable }: ChannelStateProps) {
  if (from === 'nowhere') {
    return (
      <span className={styles.mark}>
        <Icon name="minus" size={14} />
        Not set
      </span>
    );
  }
  if (isUnreadable) {
    return (
      <span className={styles.mark} data-status="failed">
        <Icon name="err" size={14} />
        Not readable
      </span>
    );
  }
  return (
    <span className={styles.mark} data-status="completed">
      <Icon name="check" size={14} />
      {from === 'here' ? 'Set' : `Set by environment variable ${settingVariable(name)}`}
    </span>
  );
}
