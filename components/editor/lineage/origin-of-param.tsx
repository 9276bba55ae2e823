'use client';

import { useOptionalLens } from '@/components/run-state/run-context';
import type { RunDetail } from '@/lib/contracts/runs';

/** Which run has the param, and what started that run; nothing while a pipeline is edited. */
export function OriginOfParam() {
  const detail = useOptionalLens()?.detail;
  if (detail === undefined) return null;
  return (
    <>
      {` #${detail.number}, `}
      {startText(detail)}
    </>
  );
}

function startText({ trigger, triggerName, parentNumber }: RunDetail): string {
  if (parentNumber !== null)
    return `a ${trigger === 'try' ? 'try with values' : 're-run'} of #${parentNumber}`;
  if (triggerName !== null) return `started by the trigger ${triggerName}`;
  return STARTS[trigger];
}

const STARTS: Readonly<Record<RunDetail['trigger'], string>> = {
  manual: 'started by a person',
  rerun: 'a re-run',
  try: 'a try',
  api: 'started over the API',
  cli: 'started from the command line',
  schedule: 'started by a schedule',
  webhook: 'started by a webhook',
  pipeline: 'started by another pipeline',
};
