'use client';

import { titleOf } from '@/components/pipeline-text/step-title';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { formatCount } from '@/components/ui/format';
import { patch } from '@/components/ui/observable';
import { removeNow } from '../commands/remove';
import { focusField } from '../inspector/focus-field';
import type { RemovalRequest } from '../model/interaction';
import type { Reader } from '../model/readers';
import { useCommandContext } from '../use-commands';
import { useEditor, useInteraction, useSession } from '../use-editor';
import styles from './removal-dialog.module.css';

/** Lists the fields that read the steps to be deleted, and asks whether to delete them. */
export function RemovalDialog() {
  const request = useInteraction(({ removal }) => removal);
  return request === undefined ? null : <Question request={request} />;
}

interface QuestionProps {
  request: RemovalRequest;
}

function Question({ request }: QuestionProps) {
  const { interaction, descriptors, view } = useSession();
  const context = useCommandContext();
  const document = useEditor((state) => state.document);
  const { steps } = request.selection;
  const [id] = steps;
  const isOne = steps.length === 1 && id !== undefined;
  const close = () => patch(interaction, { removal: undefined });
  return (
    <Dialog
      open
      onOpenChange={() => {
        close();
        view.get()?.focus(id);
      }}
      title={isOne ? `Delete ${titleOf(document, id, descriptors)}?` : `Delete ${steps.length} steps?`}
      description={consequence(request.readers, isOne)}
      footer={
        <>
          <Button
            onClick={() => {
              close();
              view.get()?.focus(id);
            }}
          >
            Cancel
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              close();
              removeNow(context, request);
            }}
          >
            Delete
          </Button>
        </>
      }
    >
      <ul
        className={styles.readers}
        aria-label={isOne ? 'References to the deleted step' : 'References to the deleted steps'}
      >
        {request.readers.map(({ step, path, reads }) => (
          <li key={`${step ?? ''} ${path} ${reads}`}>
            <button
              type="button"
              className={styles.reader}
              onClick={() => {
                close();
                focusField(step, path);
              }}
            >
              <span>{step === undefined ? 'Pipeline' : titleOf(document, step, descriptors)}</span>{' '}
              <code className={styles.path}>{path}</code>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function consequence(readers: readonly Reader[], isOne: boolean): string {
  return `${formatCount(readers.length, 'reference')} to ${isOne ? 'this step' : 'these steps'} will be invalid.`;
}
