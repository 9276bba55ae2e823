'use client';

import { Button } from '@/components/ui/button';
import type { RunCommand } from './use-run-commands';

export interface RunToolsProps {
  isHeld: boolean;
  /** Somebody has asked to cancel it. */
  isStopping: boolean;
  busy: RunCommand | undefined;
  send: (command: RunCommand) => void;
}

/** What can be asked of a run that has not ended. */
export function RunTools({ isHeld, isStopping, busy, send }: RunToolsProps) {
  const hold = isHeld ? 'resume' : 'pause';
  return (
    <>
      <Button
        size="sm"
        icon={isHeld ? 'play' : 'pause'}
        title={
          isHeld
            ? 'Continue the run from where it was paused.'
            : 'Steps that are running finish; no further steps start until the run is resumed.'
        }
        busy={busy === hold}
        disabled={isStopping || busy !== undefined}
        onClick={() => send(hold)}
      >
        {isHeld ? 'Resume' : 'Pause'}
      </Button>
      <Button
        size="sm"
        icon="stop"
        busy={busy === 'cancel'}
        disabled={isStopping || busy !== undefined}
        onClick={() => send('cancel')}
      >
        Cancel run
      </Button>
    </>
  );
}
