'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import { Menu, MenuItem } from '@/components/ui/menu';
import { patch } from '@/components/ui/observable';
import { useToast } from '@/components/ui/toast';
import { TRIGGER_TYPES, type TriggerDetail, type TriggerType } from '@/lib/contracts/triggers';
import { useEditor, usePanelState, useProblemCounts, useSession } from '../use-editor';
import { TRIGGER_TYPES_SHOWN } from './model/looks';
import { TriggerDialog } from './trigger-dialog';
import { RemoveTriggerDialog, RenewAddressDialog } from './trigger-questions';
import { TriggerRow } from './trigger-row';
import { useTriggerServices } from './trigger-services';
import styles from './triggers.module.css';
import triggersEmptyStyles from './triggers-empty.module.css';
import { useTriggerList, useTriggers, withTrigger } from './use-triggers';

type Asking =
  | { readonly about: 'add'; readonly type: TriggerType }
  | { readonly about: 'change' | 'remove' | 'renew'; readonly trigger: TriggerDetail };

/** All triggers of the open pipeline, with their commands. */
export function TriggersWorkspace() {
  const { data: triggers, error, refetch } = useTriggers({ isLive: true });
  const changeList = useTriggerList();
  const enable = useEnableTrigger();
  const toast = useToast();
  const { panelState } = useSession();
  const unfolded = usePanelState((panels) => panels.trigger);
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const unfold = (trigger: string | undefined) => patch(panelState, { trigger });
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
          onSaved={(trigger) => saved(trigger, `Updated ${trigger.name}`)}
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

interface AddTriggerMenuProps {
  onAdd: (type: TriggerType) => void;
}

/** A button with a menu of the types of trigger to add. */
function AddTriggerMenu({ onAdd }: AddTriggerMenuProps) {
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" icon="plus">
          Add trigger
        </Button>
      }
    >
      {TRIGGER_TYPES.map((type) => {
        const { icon, word, about } = TRIGGER_TYPES_SHOWN[type];
        return (
          <MenuItem key={type} icon={icon} detail={about} onSelect={() => onAdd(type)}>
            {word}…
          </MenuItem>
        );
      })}
    </Menu>
  );
}

/** Enables or disables a trigger: shown immediately, and reverted when the server refuses. */
function useEnableTrigger(): (trigger: TriggerDetail, enabled: boolean) => Promise<void> {
  const { actions } = useTriggerServices();
  const changeList = useTriggerList();
  const toast = useToast();

  return async function enable(trigger, enabled) {
    const show = (part: Pick<TriggerDetail, 'enabled' | 'next'>) =>
      changeList((list) => list.map((each) => (each.id === trigger.id ? { ...each, ...part } : each)));
    // Only the server knows the next due time.
    show({ enabled, next: enabled ? trigger.next : [] });
    const answer = await actions.enable({ id: trigger.id, enabled }).catch(() => undefined);
    if (answer?.ok) {
      changeList((list) => withTrigger(list, answer.trigger));
      return;
    }
    show({ enabled: trigger.enabled, next: trigger.next });
    toast({
      title: `${trigger.name} is still ${trigger.enabled ? 'enabled' : 'disabled'}.`,
      detail:
        answer?.error.message ??
        'The server cannot be reached. Check that the server is running, then try again.',
      status: 'failed',
      action: { label: 'Try again', onSelect: () => void enable(trigger, enabled) },
    });
  };
}

interface TriggersEmptyProps {
  onAdd: (type: TriggerType) => void;
}

/** Shown without triggers: a button for each type. */
function TriggersEmpty({ onAdd }: TriggersEmptyProps) {
  return (
    <div className={triggersEmptyStyles.empty}>
      <h3 className={triggersEmptyStyles.title}>No triggers yet</h3>
      <ul className={triggersEmptyStyles.types}>
        {TRIGGER_TYPES.map((type) => {
          const { icon, word, about } = TRIGGER_TYPES_SHOWN[type];
          return (
            <li key={type}>
              <button type="button" className={triggersEmptyStyles.type} onClick={() => onAdd(type)}>
                <span className={triggersEmptyStyles.head}>
                  <Icon name={icon} />
                  <b>{word}</b>
                  <Icon name="plus" size={14} className={triggersEmptyStyles.plus} />
                </span>
                <span className={triggersEmptyStyles.about}>{about}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <SavedVersionNote />
    </div>
  );
}

/** Which version triggers start, and whether its problems prevent that. */
function SavedVersionNote() {
  const { status, version } = useEditor((state) => state.save);
  const { errors, toFillIn } = useProblemCounts();
  if (errors > 0) {
    return (
      <p className={styles.note} data-status="stale">
        <Icon name="warn" size={14} />
        <span>{formatCount(errors, 'error')}: triggers are blocked until they are fixed.</span>
      </p>
    );
  }
  if (toFillIn > 0) {
    return (
      <p className={styles.note}>
        <Icon name="pencil" size={14} />
        <span>{toFillIn} to fill in: triggers are blocked until then.</span>
      </p>
    );
  }
  if (status !== 'saved') {
    return (
      <p className={styles.note} data-status="stale">
        <Icon name="warn" size={14} />
        <span>Unsaved edits: triggers run v{version}, the saved version.</span>
      </p>
    );
  }
  return <p className={styles.note}>Triggers run v{version}, the saved version.</p>;
}
