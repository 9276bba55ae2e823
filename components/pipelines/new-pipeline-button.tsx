'use client';

import { MenuHeading, MenuItem, MenuSeparator } from '../ui/menu';
import { SplitButton } from '../ui/split-button';
import type { StarterChoice } from './starter-choice';

export interface NewPipelineButtonProps {
  starters: readonly StarterChoice[];
  /** Without a starter the canvas is empty. */
  onNew: (starter?: StarterChoice) => void;
  busy: boolean;
}

/** Creates a pipeline: empty, or from a starter in its menu. */
export function NewPipelineButton({ starters, onNew, busy }: NewPipelineButtonProps) {
  return (
    <SplitButton
      icon="plus"
      busy={busy}
      onClick={() => onNew()}
      menuLabel="New from starter"
      menu={
        <>
          <MenuItem icon="plus" shortcut="N" onSelect={() => onNew()}>
            Empty canvas
          </MenuItem>
          <MenuSeparator />
          <MenuHeading>New from starter</MenuHeading>
          {starters.map((starter) => (
            <MenuItem
              key={starter.key}
              icon="flow"
              detail={starter.description}
              onSelect={() => onNew(starter)}
            >
              {starter.title}
            </MenuItem>
          ))}
        </>
      }
    >
      New pipeline
    </SplitButton>
  );
}
