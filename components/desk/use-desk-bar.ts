import { COMMANDS } from '@/components/editor/commands';
import { type Command, type CommandContext, isEnabled } from '@/components/editor/commands/command';
import { selectSteps } from '@/components/editor/model/selection';
import type { EditorSession } from '@/components/editor/session';
import { stepTitle } from '@/components/pipeline-text/step-title';
import { useBarItems } from '@/components/shell/command-bar/bar-context';
import type { BarItem } from '@/components/shell/command-bar/bar-item';
import type { StepDocument } from '@/engine';

/** Offers the commands that can be used now, and the steps of the shown document, in the command bar. */
export function useDeskBar(context: CommandContext): void {
  useBarItems(() => [
    ...COMMANDS.filter((command) => isEnabled(command, context)).map((command) =>
      entryOfCommand(command, context),
    ),
    ...context.session.store.getState().document.steps.map((step) => entryOfStep(step, context.session)),
  ]);
}

function entryOfCommand(command: Command, context: CommandContext): BarItem {
  const { id, label, icon = 'terminal', shortcuts } = command;
  return {
    id: `command:${id}`,
    kind: 'Command',
    label,
    icon,
    ...(shortcuts[0] === undefined ? {} : { shortcut: shortcuts[0] }),
    run: () => command.run(context),
  };
}

function entryOfStep(step: StepDocument, session: EditorSession): BarItem {
  const descriptor = session.descriptors.find(step.action);
  return {
    id: `step:${session.pipelineId}/${step.id}`,
    kind: 'Step',
    label: stepTitle(step, descriptor),
    detail: step.id,
    keywords: `${step.action} ${descriptor?.title ?? ''}`,
    icon: descriptor?.icon ?? 'warn',
    run() {
      session.store.select(selectSteps(step.id));
      const view = session.view.get();
      view?.reveal([step.id]);
      view?.focus(step.id);
    },
  };
}
