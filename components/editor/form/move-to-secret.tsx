'use client';

import { Button } from '@/components/ui/button';
import type { Diagnostic } from '@/engine';
import { selectStep } from '../model/derived';
import { useEditorStore } from '../use-editor';
import { useFormServices } from './form-context';
import { spliceText } from './quick-fix';
import { writeSecret } from './secret-names';
import { keysAt, valueAt } from './value-path';

export interface MoveToSecretProps {
  /** A credential that is written as text. */
  problem: Diagnostic;
}

/** The fix for a credential in a text: stores it as a secret, and writes the reference in its place. */
export function MoveToSecret({ problem }: MoveToSecretProps) {
  const store = useEditorStore();
  const { storeSecret } = useFormServices();
  const { step: stepId, range, path } = problem;
  if (storeSecret === undefined || stepId === undefined || range === undefined) return null;
  const move = () => {
    const step = selectStep(store.getState().document, stepId);
    const keys = step && keysAt(step, path);
    const text = step && keys && valueAt(step, keys);
    if (typeof text !== 'string') return;
    const value = text.slice(range.start, range.end);
    storeSecret({ name: nameFor(stepId, path), value }, (name) =>
      store.edit('Move to a secret', (document) =>
        spliceText(document, problem, { ...range, insert: writeSecret(name) }),
      ),
    );
  };
  return (
    <Button data-fix size="sm" onClick={move}>
      Move to a secret…
    </Button>
  );
}

/** `call_authorization` for the header `Authorization` of the step `call`. */
function nameFor(stepId: string, path: string): string {
  const header = path.split('.').at(-1) ?? 'value';
  const name = `${stepId}_${header}`.toLowerCase().replace(/[^a-z0-9_]+/g, '_');
  return name.replace(/^\d/, '_$&').slice(0, 64);
}
