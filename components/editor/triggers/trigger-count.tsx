'use client';

import { Count } from '@/components/ui/count';
import { useTriggers } from './use-triggers';

/** How many triggers are on, beside the tab's name. */
export function TriggerCount() {
  const { data } = useTriggers({ isLive: false });
  const on = data.filter(({ enabled }) => enabled).length;
  return on === 0 ? null : <Count value={on} />;
}
