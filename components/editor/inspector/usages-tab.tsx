'use client';

import { titleOf } from '@/components/pipeline-text/step-title';
import type { GraphEdge } from '@/engine';
import { useDescriptors, useEditor } from '../use-editor';
import { focusField } from './focus-field';
import styles from './output-tab.module.css';

export interface UsagesTabProps {
  /** Edges that leave the step. */
  edges: readonly GraphEdge[];
}

/** The steps that read this step or wait for it; each entry links to the field. */
export function UsagesTab({ edges }: UsagesTabProps) {
  const descriptors = useDescriptors();
  const document = useEditor((state) => state.document);
  return (
    <ul className={styles.list}>
      {edges.map((edge) => (
        <li key={edge.id}>
          <button
            type="button"
            className={styles.link}
            onClick={() => focusField(edge.kind === 'branch' ? edge.from : edge.to, edge.path)}
          >
            <span>
              {titleOf(document, edge.to, descriptors)} <code className={styles.id}>{edge.to}</code>
            </span>
            <span className={styles.type}>{usage(edge)}</span>
          </button>
        </li>
      ))}
      {edges.length === 0 && <li className={styles.about}>No step depends on this step.</li>}
    </ul>
  );
}

function usage(edge: GraphEdge): string {
  switch (edge.kind) {
    case 'depends_on':
      return 'runs after this step';
    case 'branch':
      return `when ${edge.branch ?? 'taken'}`;
    case 'source':
      return `${edge.path}: as a source`;
    case 'handler':
      return `${edge.path}: reads ${edge.label ?? 'the status'}`;
    case 'reference':
      return `${edge.path}: reads ${edge.label ?? 'the output'}`;
  }
}
