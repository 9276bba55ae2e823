import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { CANVAS_MENU, EDGE_MENU, FRAME_MENU, STEP_MENU } from '../commands';
import { type Command, isEnabled } from '../commands/command';
import { useCommandContext, useShortcutText } from '../use-commands';
import styles from './canvas.module.css';

/** Position and target of a context menu. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  readonly kind: 'step' | 'frame' | 'edge' | 'canvas';
}

export interface CanvasMenuProps {
  place: MenuPlace | undefined;
  onClose: () => void;
}

const MENUS: Readonly<Record<MenuPlace['kind'], readonly (Command | 'line')[]>> = {
  step: STEP_MENU,
  frame: FRAME_MENU,
  edge: EDGE_MENU,
  canvas: CANVAS_MENU,
};

/** The context menu of cards, frames, edges and the empty canvas. */
export function CanvasMenu({ place, onClose }: CanvasMenuProps) {
  const context = useCommandContext();
  const shortcutText = useShortcutText();
  if (place === undefined) return null;
  return (
    <Menu
      open
      onOpenChange={(open) => !open && onClose()}
      trigger={<span className={styles.menuPoint} style={{ left: place.x, top: place.y }} aria-hidden />}
    >
      {MENUS[place.kind].map((command, index) =>
        command === 'line' ? (
          <MenuSeparator key={index} />
        ) : (
          <MenuItem
            key={command.id}
            icon={command.icon}
            shortcut={shortcutText(command)}
            disabled={!isEnabled(command, context)}
            onSelect={() => command.run(context)}
          >
            {command.label}
          </MenuItem>
        ),
      )}
    </Menu>
  );
}
