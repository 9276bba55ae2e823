'use client';

import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { closest, isJsonObject, type StepDocument } from '@/engine';
import { JsonField } from '../form/json-field';
import { changeAction, setStepField } from '../model/edits';
import { useDescriptors, useEditorStore } from '../use-editor';
import styles from './inspector.module.css';

export interface UnknownActionProps {
  step: StepDocument;
}

/** Replaces the form of a step with an unknown action. The step is kept as written and blocks a run. */
export function UnknownAction({ step }: UnknownActionProps) {
  const store = useEditorStore();
  const descriptors = useDescriptors();
  const offers = nearest(
    step.action,
    descriptors.all.flatMap((one) => [one.type, ...one.aliases]),
  );
  return (
    <div data-field="action">
      <Notice
        status="failed"
        title={step.action === '' ? 'No action selected' : `Unknown action ${step.action}`}
      >
        The step is kept as written and cannot run. Choose another action, or correct the action type.
        {offers.length > 0 && (
          <div className={styles.actions}>
            {offers.map((type) => (
              <Button
                key={type}
                size="sm"
                onClick={() =>
                  store.edit(`Make ${step.id} a ${type}`, (document) => changeAction(document, step.id, type))
                }
              >
                Replace with {descriptors.find(type)?.title ?? type}
              </Button>
            ))}
          </div>
        )}
      </Notice>
      <div className={styles.raw}>
        <JsonField
          id={`raw-${step.id}`}
          label="Parameters as written"
          draftKey={`${step.id}#raw`}
          value={step.params ?? {}}
          accepts={(next) =>
            isJsonObject(next) ? undefined : 'Enter the parameters as an object: { "name": value }.'
          }
          onChange={(next) =>
            store.edit(
              `Edit parameters of ${step.id}`,
              (document) => setStepField(document, step.id, 'params', next),
              { coalesce: `${step.id}.params` },
            )
          }
        />
      </div>
    </div>
  );
}

/** Up to three names, nearest first. */
function nearest(written: string, names: readonly string[]): string[] {
  const found: string[] = [];
  let left = [...names];
  while (found.length < 3) {
    const next = closest(written, left);
    if (next === undefined) break;
    found.push(next);
    left = left.filter((name) => name !== next);
  }
  return found;
}
