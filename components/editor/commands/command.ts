import type { IconName } from '@/components/ui/icon';
import type { RerunScope } from '@/engine';
import type { BreakpointServices } from '../breakpoints/breakpoint-services';
import type { EditorSession } from '../session';

/** A message that disappears after a while. */
export interface Notice {
  readonly title: string;
  readonly detail?: string;
  readonly status?: 'completed' | 'failed' | 'stale' | 'pending';
  readonly action?: { readonly label: string; readonly onSelect: () => void };
  readonly secondAction?: { readonly label: string; readonly onSelect: () => void };
}

/** What commands work on: the session, and the page around the editor. */
export interface CommandContext {
  readonly session: EditorSession;
  /** Whether a run is shown, so that the document cannot be edited. */
  readonly lens: boolean;
  notify(notice: Notice): void;
  /** Saves unsaved edits and starts a run. Asks for params when some are declared. */
  startRun(): void;
  /** Leaves the shown run. */
  exitLens(): void;
  /** Runs one step of the draft, with the steps that lead to it or follow it; undefined where no server can. */
  readonly tryStep?: ((step: string, scope: 'only' | 'up_to' | 'from') => void) | undefined;
  /** Prepares a re-run of the shown run; undefined without one. */
  readonly rerun?: ((scope?: RerunScope) => void) | undefined;
  /** Changes breakpoints; undefined where no server has the pipeline. */
  readonly breakpoints?: Pick<BreakpointServices, 'toggle'> | undefined;
  /** Answers the chosen pause of the shown run; undefined while it is not paused at a breakpoint. */
  readonly pause?: ((decision: 'continue' | 'step') => void) | undefined;
}

/** Headings of the shortcuts sheet and sections of menus. */
export type CommandGroup = 'add' | 'edit' | 'select' | 'view' | 'pipeline' | 'debug';

/** A command of the editor, for toolbar, menus, shortcuts and the shortcuts sheet. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly group: CommandGroup;
  readonly icon?: IconName;
  /** `Mod` is Ctrl, or ⌘ on a Mac. Single keys work only while the canvas has the focus. */
  readonly shortcuts: readonly string[];
  /** `canvas`: only with the focus on the canvas. `editor`: everywhere but in text fields. `page`: everywhere. */
  readonly scope: 'canvas' | 'editor' | 'page';
  /** Whether it changes the document, so that it is disabled while a run is shown. */
  readonly edits?: boolean;
  /** Whether it is for a shown run only. It may then have a shortcut of a command that is for editing only. */
  readonly inRun?: boolean;
  /** Whether the browser sends its own event for these keys: copy, cut, paste. */
  readonly byBrowser?: boolean;
  /** Also with the focus on no element, as after a button that started it disappeared. */
  readonly withoutFocus?: boolean;
  enabled?(context: CommandContext): boolean;
  run(context: CommandContext): void;
}

/** Whether a command can be used now. */
export function isEnabled(command: Command, context: CommandContext): boolean {
  if (command.edits === true && context.lens) return false;
  if (command.inRun === true && !context.lens) return false;
  return command.enabled?.(context) ?? true;
}

/** Announces an effect to screen readers. */
export function announce(session: Pick<EditorSession, 'announcement'>, sentence: string): void {
  // An invisible character makes a repeated sentence a new one.
  const last = session.announcement.get();
  session.announcement.set(last === sentence ? `${sentence}\u200b` : sentence);
}
