'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/use-toast';
import type { TriggerDetail, TriggerType } from '@/lib/contracts/triggers';
import { useEditor, useEditorStore } from '../use-editor';
import { AddTriggerMenu } from './add-trigger-menu';
import { RemoveTriggerDialog } from './remove-trigger-dialog';
import { RenewAddressDialog } from './renew-address-dialog';
import { SavedVersionNote } from './saved-version-note';
import { TriggerDialog } from './trigger-dialog';
import { TriggerRow } from './trigger-row';
import styles from './triggers.module.css';
import { TriggersEmpty } from './triggers-empty';
import { useEnableTrigger } from './use-enable-trigger';
import { useTriggerList, useTriggers, withTrigger } from './use-triggers';

type Asking =
  | { readonly about: 'add'; readonly type: TriggerType }
  | { readonly about: 'change' | 'remove' | 'renew'; readonly trigger: TriggerDetail };

/** All triggers of the open pipeline, and everything that can be done with one. */
export function TriggersWorkspace() {
  const { data: triggers, error, refetch } = useTriggers({ isLive: true });
  const changeList = useTriggerList();
  const enable = useEnableTrigger();
  const toast = useToast();
  const store = useEditorStore();
  const unfolded = useEditor((state) => state.panel.trigger);
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const unfold = (trigger: string | undefined) =>
    store.set({ panel: { ...store.getState().panel, trigger } });
  const add = (type: TriggerType) => setAsking({ about: 'add', type });

  function saved(trigger: TriggerDetail, title: string) {
    close();
    changeList((list) => withTrigger(list, trigger));
    unfold(trigger.id);
    toast({ title });
  }

  function removed({ id, name }: TriggerDetail) {
    close();
    changeList((list) => list.filter((each) => each.id !== id));
    toast({ title: `Removed ${name}` });
  }

  return (
    <div className={styles.panel}>
      {error && (
        <p role="alert" className={styles.problem}>
          Triggers could not be loaded. {error.message}{' '}
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {triggers.length === 0 ? (
        <TriggersEmpty onAdd={add} />
      ) : (
        <>
          <div className={styles.bar}>
            <p className={styles.count}>{countText(triggers)}</p>
            <SavedVersionNote />
            <span className={styles.add}>
              <AddTriggerMenu onAdd={add} />
            </span>
          </div>
          <ul className={styles.list} aria-label="Triggers">
            {triggers.map((trigger) => (
              <TriggerRow
                key={trigger.id}
                trigger={trigger}
                isUnfolded={trigger.id === unfolded}
                onUnfold={(open) => unfold(open ? trigger.id : undefined)}
                onEnable={(enabled) => void enable(trigger, enabled)}
                onChange={() => setAsking({ about: 'change', trigger })}
                onRenew={() => setAsking({ about: 'renew', trigger })}
                onRemove={() => setAsking({ about: 'remove', trigger })}
              />
            ))}
          </ul>
        </>
      )}
      {asking?.about === 'add' && (
        <TriggerDialog
          type={asking.type}
          onClose={close}
          onSaved={(trigger) => saved(trigger, `Added ${trigger.name}`)}
        />
      )}
      {asking?.about === 'change' && (
        <TriggerDialog
          type={asking.trigger.type}
          trigger={asking.trigger}
          onClose={close}
          onSaved={(trigger) => saved(trigger, `Changed ${trigger.name}`)}
        />
      )}
      {asking?.about === 'renew' && (
        <RenewAddressDialog
          trigger={asking.trigger}
          onClose={close}
          onDone={(trigger) => saved(trigger, `${trigger.name} has a new URL`)}
        />
      )}
      {asking?.about === 'remove' && (
        <RemoveTriggerDialog
          trigger={asking.trigger}
          onClose={close}
          onDone={() => removed(asking.trigger)}
        />
      )}
    </div>
  );
}

function countText(triggers: readonly TriggerDetail[]): string {
  const on = triggers.filter(({ enabled }) => enabled).length;
  const off = triggers.length - on;
  return off === 0 ? `${on} enabled` : `${on} enabled, ${off} disabled`;
}
