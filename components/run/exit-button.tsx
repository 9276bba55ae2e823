import { Button } from '@/components/ui/button';
import { Kbd } from '@/components/ui/kbd';

export interface ExitButtonProps {
  /** Undefined on the page of a run, which has no button. */
  onExit: (() => void) | undefined;
}

/** Leaves the shown run. */
export function ExitButton({ onExit }: ExitButtonProps) {
  return (
    onExit && (
      <Button size="sm" variant="quiet" onClick={onExit}>
        Exit <Kbd>Esc</Kbd>
      </Button>
    )
  );
}
