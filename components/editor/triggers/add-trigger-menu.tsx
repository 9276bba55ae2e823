'use client';

import { Button } from '@/components/ui/button';
import { Menu } from '@/components/ui/menu';
import { MenuItem } from '@/components/ui/menu-item';
import { TRIGGER_TYPES, type TriggerType } from '@/lib/contracts/triggers';
import { TRIGGER_TYPES_SHOWN } from './model/looks';

export interface AddTriggerMenuProps {
  onAdd: (type: TriggerType) => void;
}

/** A button that asks which type of trigger to add. */
export function AddTriggerMenu({ onAdd }: AddTriggerMenuProps) {
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
