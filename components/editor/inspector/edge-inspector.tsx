'use client';

import { Button } from '@/components/ui/button';
import type { GraphEdge } from '@/engine';
import { selectGraph } from '../model/derived';
import { titleOf } from '../model/document';
import { disconnect, refuseDisconnect } from '../model/edits';
import { EMPTY_SELECTION } from '../model/selection';
import { useDescriptors, useEditor, useEditorStore } from '../use-editor';
import { focusField } from './focus-field';
import styles from './inspector.module.css';

export interface EdgeInspectorProps {
  /** Edge id of the graph. */
  id: string;
}

/** What a line on the canvas means, where it is written, and how to remove it. */
export function EdgeInspector({ id }: EdgeInspectorProps) {
  const store = useEditorStore();
  const descriptors = useDescriptors();
  const document = useEditor((state) => state.document);
  const edge = selectGraph(document, descriptors).edges.find((one) => one.id === id);
  if (edge === undefined) return null;
  const from = titleOf(document, edge.from, descriptors);
  const to = titleOf(document, edge.to, descriptors);
  const refused = refuseDisconnect(edge);
  const owner = edge.kind === 'branch' ? edge.from : edge.to;
  return (
    <div className={styles.body}>
      <h2 className={styles.heading}>
        {from} → {to}
      </h2>
      <p className={styles.text}>{meaning(edge, from, to)}</p>
      {refused !== undefined && <p className={styles.note}>{refused}</p>}
      <div className={styles.actions}>
        {refused === undefined && (
          <Button
            size="sm"
            onClick={() =>
              store.edit(
                `Disconnect ${edge.from} and ${edge.to}`,
                (current) => disconnect(current, edge, descriptors),
                { select: EMPTY_SELECTION },
              )
            }
          >
            Remove edge
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={() => focusField(owner, edge.path)}>
          Show {edge.path} of {owner}
        </Button>
      </div>
    </div>
  );
}

function meaning(edge: GraphEdge, from: string, to: string): string {
  switch (edge.kind) {
    case 'depends_on':
      return `${to} runs after ${from} (depends_on).`;
    case 'branch':
      return `${to} runs when ${from} takes the branch “${edge.branch ?? ''}”, and is skipped otherwise.`;
    case 'source':
      return `${to} combines the output of ${from} and runs after ${from}.`;
    case 'handler':
      return `${to} reads the status of ${from} and runs after ${from}, whether it completed or failed.`;
    case 'reference':
      return `${to} reads ${edge.label ?? 'the output'} of ${from} and runs after ${from}.`;
  }
}
