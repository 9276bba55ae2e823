'use client';

import { Count } from '@/components/ui/count';
import { useTriggers } from './use-triggers';

/** The number of enabled triggers, beside the title of the tab. */
export function TriggerCount() {
  const { data } = useTriggers({ isLive: false });
  const on = data.filter(({ enabled }) => enabled).length;
  return on === 0 ? null : <Count value={on} />;
}
