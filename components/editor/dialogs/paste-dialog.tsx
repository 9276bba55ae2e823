import { type FormEvent, useId } from 'react';
import { JsonTextField } from '@/components/pipeline-text/json-text-field';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { patch } from '@/components/ui/observable';
import { useShortcutText } from '@/components/ui/use-shortcut-text';
import { addText } from '../commands/clipboard';
import { useInteraction, useSession } from '../use-editor';

/** Asks for JSON to add to the pipeline. The text stays until it is added. */
export function PasteDialog() {
  const session = useSession();
  const id = useId();
  const shortcut = useShortcutText();
  const isOpen = useInteraction(({ dialog }) => dialog === 'paste');
  const { text, problem } = useInteraction(({ pasted }) => pasted);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const refusal = addText(session, text);
    patch(
      session.interaction,
      refusal === undefined
        ? { dialog: 'none', pasted: { text: '' } }
        : { pasted: { text, problem: refusal } },
    );
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => patch(session.interaction, { dialog: open ? 'paste' : 'none' })}
      size="md"
      title="Paste JSON"
      description={`A pipeline, a list of steps, or one step. Press ${shortcut('Mod+V')} in the field to paste.`}
      footer={
        <>
          <Button onClick={() => patch(session.interaction, { dialog: 'none' })}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" disabled={text.trim() === ''}>
            Add
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit}>
        <JsonTextField
          label="Steps as JSON"
          text={text}
          onTextChange={(changed) => patch(session.interaction, { pasted: { text: changed } })}
          problem={problem}
          onSubmit={submit}
        />
      </form>
    </Dialog>
  );
}
