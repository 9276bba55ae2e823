'use client';

import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { useNow } from '@/components/ui/use-time';
import type { ChannelSetting } from '@/lib/contracts/secrets';
import { Icon } from '../ui/icon';
import { useToast } from '../ui/use-toast';
import { ChannelDialog } from './channel-dialog';
import { CHANNEL_KINDS, type ChannelField, type ChannelKind } from './channel-kinds';
import styles from './channel-list.module.css';
import { ChannelRow } from './channel-row';
import { ClearChannelDialog } from './clear-channel-dialog';
import type { ChannelActions } from './settings-actions';
import { SettingsHeader } from './settings-header';

export interface ChannelListProps {
  channels: readonly ChannelSetting[];
  actions: ChannelActions;
  /** When the server drew the page: ISO 8601. */
  now: string;
}

interface Asking {
  readonly about: 'set' | 'clear';
  readonly kind: ChannelKind;
  readonly field: ChannelField;
}

/** The settings that steps fall back on when they do not say where a message goes. */
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
            <p className={styles.about}>{kind.about}</p>
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
