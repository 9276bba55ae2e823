'use client';

import { useToast } from '@/components/ui/use-toast';
import type { TriggerDetail } from '@/lib/contracts/triggers';
import { useTriggerServices } from './trigger-services';
import { useTriggerList, withTrigger } from './use-triggers';

/** Turns a trigger on or off: shown at once, and taken back when the server does not do it. */
export function useEnableTrigger(): (trigger: TriggerDetail, enabled: boolean) => Promise<void> {
  const { actions } = useTriggerServices();
  const changeList = useTriggerList();
  const toast = useToast();

  return async function enable(trigger, enabled) {
    const show = (part: Pick<TriggerDetail, 'enabled' | 'next'>) =>
      changeList((list) => list.map((each) => (each.id === trigger.id ? { ...each, ...part } : each)));
    // When it is due next, only the server knows.
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
