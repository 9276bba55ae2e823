'use client';

import { IconButton } from '@/components/ui/icon-button';
import { Menu } from '@/components/ui/menu';
import { MenuItem } from '@/components/ui/menu-item';
import { MenuSeparator } from '@/components/ui/menu-separator';
import type { StepDocument } from '@/engine';
import { removeSteps, toggleDisabled } from '../model/edits';
import { EMPTY_SELECTION } from '../model/selection';
import { useDescriptors, useEditorStore } from '../use-editor';
import { focusField } from './focus-field';

export interface StepMenuProps {
  step: StepDocument;
}

/** What can be done to the step besides editing it. */
export function StepMenu({ step }: StepMenuProps) {
  const store = useEditorStore();
  const descriptors = useDescriptors();
  const remove = (reconnect: boolean) => {
    store.edit(
      `Delete ${step.id}`,
      (document) => removeSteps(document, [step.id], descriptors, { reconnect }),
      {
        select: EMPTY_SELECTION,
      },
    );
  };
  const isOff = step.disabled === true;
  return (
    <Menu align="end" trigger={<IconButton icon="more" size="sm" label="More" />}>
      <MenuItem icon="pencil" onSelect={() => focusField(step.id, 'id')}>
        Rename ID
      </MenuItem>
      <MenuItem
        icon="copy"
        onSelect={() => void navigator.clipboard.writeText(JSON.stringify(step, null, 2))}
      >
        Copy as JSON
      </MenuItem>
      <MenuItem
        icon={isOff ? 'play' : 'pause'}
        onSelect={() =>
          store.edit(isOff ? `Enable ${step.id}` : `Disable ${step.id}`, (document) =>
            toggleDisabled(document, [step.id]),
          )
        }
      >
        {isOff ? 'Enable' : 'Disable'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon="link" onSelect={() => remove(true)}>
        Delete and reconnect
      </MenuItem>
      <MenuItem icon="trash" onSelect={() => remove(false)}>
        Delete
      </MenuItem>
    </Menu>
  );
}
