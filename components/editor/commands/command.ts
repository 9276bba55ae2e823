import type { IconName } from '@/components/ui/icon';
import type { EditorSession } from '../session';

/** A message that leaves by itself. */
export interface Notice {
  readonly title: string;
  readonly detail?: string;
  readonly status?: 'completed' | 'failed' | 'stale' | 'pending';
  readonly action?: { readonly label: string; readonly onSelect: () => void };
}

/** What commands may touch besides the session: the page around the editor. */
export interface CommandContext {
  readonly session: EditorSession;
  /** A run is looked at: the document shown cannot be edited. */
  readonly lens: boolean;
  notify(notice: Notice): void;
  /** Saves what is unsaved and starts a run, asking for inputs where some are declared. */
  startRun(): void;
  /** Leaves the run that is looked at. */
  exitLens(): void;
}

/** Headings of the shortcuts sheet and sections of menus. */
export type CommandGroup = 'add' | 'edit' | 'select' | 'view' | 'pipeline';

/** Something a person can do: toolbar, menus, keys and the shortcuts sheet all come from this one object. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly group: CommandGroup;
  readonly icon?: IconName;
  /** `Mod` is Ctrl, or ⌘ on a Mac. Single keys work only while the canvas has the focus. */
  readonly shortcuts: readonly string[];
  /** `canvas`: only with the focus on the canvas. `editor`: everywhere but in text fields. `page`: everywhere. */
  readonly scope: 'canvas' | 'editor' | 'page';
  /** Changes the document, so it is off while a run is looked at. */
  readonly edits?: boolean;
  /** The browser delivers these keys as an event of its own: copy, cut, paste. */
  readonly byBrowser?: boolean;
  enabled?(context: CommandContext): boolean;
  run(context: CommandContext): void;
}

/** Whether a command can be used now. */
export function isEnabled(command: Command, context: CommandContext): boolean {
  if (command.edits === true && context.lens) return false;
  return command.enabled?.(context) ?? true;
}

/** Says what was done to people who do not see it. */
export function announce(session: EditorSession, sentence: string): void {
  // A zero-width change makes a repeated sentence a new one.
  const last = session.announcement.get();
  session.announcement.set(last === sentence ? `${sentence}\u200b` : sentence);
}
