'use client';

import { IconButton } from '@/components/ui/icon-button';
import { type Command, isEnabled } from '../commands/command';
import { useCommandContext } from '../use-commands';
import { useEditor } from '../use-editor';
import { useShortcutText } from '../use-shortcut-text';

export interface CommandButtonProps {
  command: Command;
  pressed?: boolean;
}

/** A command as a button with its icon, name and shortcut. */
export function CommandButton({ command, pressed }: CommandButtonProps) {
  const context = useCommandContext();
  const shortcutText = useShortcutText();
  // Whether it can be used follows the document and the selection.
  const enabled = useEditor(() => isEnabled(command, context));
  const shortcut = shortcutText(command);
  return (
    <IconButton
      icon={command.icon ?? 'more'}
      label={command.label}
      {...(shortcut === undefined ? {} : { shortcut })}
      {...(pressed === undefined ? {} : { pressed })}
      tooltipSide="top"
      disabled={!enabled}
      onClick={() => command.run(context)}
    />
  );
}
