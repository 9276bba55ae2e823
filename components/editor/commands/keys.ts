import { patch } from '@/components/ui/observable';
import { type KeyPress, matchesShortcut } from '@/components/ui/shortcut';
import { type Command, type CommandContext, isEnabled } from './command';
import { keyInConnectMode } from './connect-mode';
import { COMMANDS } from './index';
import { keyInMoveMode } from './move-mode';

/** Where the focus is when a key is pressed. */
export interface KeyPlace {
  /** On the canvas or a card, outside fields. */
  readonly onCanvas: boolean;
  /** In a text field or a code editor. */
  readonly inText: boolean;
  /** A dialog or menu is open over the editor. */
  readonly inOverlay: boolean;
  /** On the outline, where characters look for a step. */
  readonly inOutline: boolean;
  /** No element has the focus. */
  readonly nowhere: boolean;
}

/** Passes a key press to the active mode, or to its command. Returns whether it was used. */
export function handleKey(press: KeyPress, place: KeyPlace, context: CommandContext): boolean {
  const { session } = context;
  const { mode } = session.interaction.get();
  if (mode.kind !== 'idle' && !press.ctrlKey && !press.metaKey && place.onCanvas) {
    if (mode.kind === 'move') return keyInMoveMode(session, press.key, press.shiftKey);
    return keyInConnectMode(session, mode, press.key);
  }
  const candidates = COMMANDS.filter((candidate) => canTake(candidate, press, place));
  const command = candidates.find((candidate) => isEnabled(candidate, context));
  if (command === undefined || command.byBrowser === true) return false;
  command.run(context);
  return true;
}

/** Ends a mode that lost the focus. Moved cards keep their new positions; an unfinished edge is discarded. */
export function leaveMode({ session }: CommandContext): void {
  const { mode } = session.interaction.get();
  if (mode.kind === 'move') keyInMoveMode(session, 'Enter', false);
  else if (mode.kind === 'connect') patch(session.interaction, { mode: { kind: 'idle' } });
}

function canTake(command: Command, press: KeyPress, place: KeyPlace): boolean {
  const { scope, shortcuts, withoutFocus = false } = command;
  if (place.inOverlay) return false;
  if (scope === 'canvas' && !place.onCanvas && !place.inOutline && !(withoutFocus && place.nowhere))
    return false;
  // In the outline, arrows and characters are its own.
  if (scope === 'canvas' && place.inOutline && command.edits !== true) return false;
  if (scope === 'editor' && place.inText) return false;
  const isTyping = (place.nowhere && !withoutFocus) || (scope === 'canvas' && place.inOutline);
  const offered = isTyping ? shortcuts.filter((shortcut) => !isCharacter(shortcut)) : shortcuts;
  return offered.some((shortcut) => matchesShortcut(press, shortcut));
}

/** Whether the shortcut is a character, which may be part of a text. */
function isCharacter(shortcut: string): boolean {
  return shortcut.length === 1;
}
