'use client';

import { titleOf } from '@/components/pipeline-text/step-title';
import { Icon } from '@/components/ui/icon';
import { IconButton } from '@/components/ui/icon-button';
import type { Descriptors, Diagnostic, Graph, GraphEdge, PipelineDocument, StepDocument } from '@/engine';
import { FieldProblems, problemsAt } from '../form/field-problems';
import { StepSelect } from '../form/step-select';
import { selectGraph } from '../model/derived';
import { connect, OUT_HANDLE, setStepField } from '../model/edits';
import { selectSteps } from '../model/selection';
import { useDescriptors, useEditor, useEditorStore } from '../use-editor';
import { focusField } from './focus-field';
import styles from './inspector.module.css';
import { Section } from './section';

export interface RunsAfterSectionProps {
  step: StepDocument;
  problems: readonly Diagnostic[];
}

/** The steps that a step waits for. Explicit dependencies can be removed; the others show their reason. */
export function RunsAfterSection({ step, problems }: RunsAfterSectionProps) {
  const store = useEditorStore();
  const descriptors = useDescriptors();
  const document = useEditor((state) => state.document);
  const graph = selectGraph(document, descriptors);
  const written = step.depends_on ?? [];
  const reasons = runsAfter(document, graph, descriptors, step.id).filter(
    (one) => !one.explicit && !written.includes(one.edge.from),
  );
  const add = (from: string) => {
    store.edit(`Run ${step.id} after ${from}`, (current) =>
      connect(current, { from, handle: OUT_HANDLE, to: step.id }, descriptors),
    );
  };
  const remove = (at: number) => {
    const rest = written.filter((_, index) => index !== at);
    store.edit(`Run ${step.id} without waiting for ${written[at] ?? ''}`, (current) =>
      setStepField(current, step.id, 'depends_on', rest.length === 0 ? undefined : rest),
    );
  };
  return (
    <Section
      title="Runs after"
      hint={written.length + reasons.length === 0 ? 'start of the run' : undefined}
      field="depends_on"
    >
      <ul className={styles.tags} aria-label="Runs after">
        {written.map((id, index) => (
          <li key={`${id} ${index}`} className={styles.explicit} data-field={`depends_on.${index}`}>
            <button
              type="button"
              className={styles.tagText}
              title="Set in depends_on"
              onClick={() => store.select(selectSteps(id))}
            >
              {graph.steps.get(id)?.step.name ?? id}
            </button>
            <IconButton
              icon="x"
              size="sm"
              iconSize={12}
              label={`Remove dependency on ${id}`}
              onClick={() => remove(index)}
            />
          </li>
        ))}
        {reasons.map((one) => (
          <li key={one.edge.id} className={styles.implied}>
            <button
              type="button"
              className={styles.tagText}
              title={one.why}
              onClick={() => goToReason(one.edge, step.id)}
            >
              <Icon name={one.edge.kind === 'branch' ? 'branch' : 'link'} size={12} />
              {one.text}
            </button>
          </li>
        ))}
      </ul>
      <StepSelect
        label="Add a dependency"
        stepId={step.id}
        direction="before"
        chosen={written}
        prompt="Add step…"
        onChoose={add}
      />
      <FieldProblems id={`after-${step.id}-problems`} problems={problemsAt(problems, 'depends_on')} />
    </Section>
  );
}

/** Focuses the field that makes the step wait: on the other step for branches. */
function goToReason(edge: GraphEdge, stepId: string): void {
  focusField(edge.kind === 'branch' ? edge.from : stepId, edge.path);
}

/** One reason why a step runs after another. */
interface RunsAfter {
  readonly edge: GraphEdge;
  /** Whether it is in `depends_on` and can be removed here. */
  readonly explicit: boolean;
  /** The reason, in a few words. */
  readonly text: string;
  /** Where the reason is written, as a sentence. */
  readonly why: string;
}

/** Every reason why a step waits, explicit ones first. */
function runsAfter(
  document: PipelineDocument,
  graph: Graph,
  descriptors: Descriptors,
  stepId: string,
): RunsAfter[] {
  const reasons = graph.edges
    .filter((edge) => edge.to === stepId)
    .map((edge) => reason(edge, titleOf(document, edge.from, descriptors)));
  return [...reasons.filter((one) => one.explicit), ...reasons.filter((one) => !one.explicit)];
}

function reason(edge: GraphEdge, title: string): RunsAfter {
  const explicit = edge.kind === 'depends_on';
  switch (edge.kind) {
    case 'depends_on':
      return { edge, explicit, text: title, why: 'Set in depends_on.' };
    case 'branch':
      return {
        edge,
        explicit,
        text: `${title} is ${edge.branch ?? 'taken'}`,
        why: `Target of the branch ${edge.branch ?? ''} of ${edge.from}.`,
      };
    case 'source':
      return { edge, explicit, text: `${title}, as a source`, why: `Source in ${edge.path}.` };
    case 'handler':
      return {
        edge,
        explicit,
        text: `${title}, with any status`,
        why: `The condition reads ${edge.label ?? 'the status'} of ${edge.from}.`,
      };
    case 'reference':
      return {
        edge,
        explicit,
        text: `${title}, by reference`,
        why: `${edge.path} reads ${edge.label ?? 'the output'} of ${edge.from}.`,
      };
  }
}
