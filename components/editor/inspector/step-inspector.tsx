'use client';

import { useMemo } from 'react';
import { Count } from '@/components/ui/count';
import { IconButton } from '@/components/ui/icon-button';
import { patch } from '@/components/ui/observable';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import {
  type ActionDescriptor,
  type Descriptors,
  importValue,
  isJsonObject,
  type Json,
  type PipelineDocument,
  type StepDocument,
  typeText,
} from '@/engine';
import { attemptLimit } from '@/engine/run/time/attempt-times';
import { useFormServices } from '../form/form-context';
import { JsonField } from '../form/json-field';
import { StepForm } from '../form/step-form';
import { authorSpelling } from '../model/branches';
import { selectGraph } from '../model/derived';
import { updateStep } from '../model/document';
import { renameStep } from '../model/edits';
import { selectSteps } from '../model/selection';
import { refuseStepId } from '../model/step-ids';
import { PinSection } from '../pins/pin-section';
import {
  useDescriptors,
  useEditor,
  useEditorStore,
  usePanelState,
  useSession,
  useStepProblems,
} from '../use-editor';
import { BehaviourSection } from './behaviour-section';
import { ConditionSection } from './condition-section';
import { DataSection } from './data-section';
import styles from './inspector.module.css';
import outputTabStyles from './output-tab.module.css';
import { RetrySection } from './retry-section';
import { RunsAfterSection } from './runs-after-section';
import { StepHeader } from './step-header';
import { UnknownAction } from './unknown-action';
import { UsagesTab } from './usages-tab';
import { StepWorstCaseSection } from './worst-case-section';

export interface StepInspectorProps {
  step: StepDocument;
}

const TABS = new Set(['step', 'output', 'usages', 'json']);

/** One step: its form, output, usages and JSON. */
export function StepInspector({ step }: StepInspectorProps) {
  const { panelState } = useSession();
  const { StepPlace } = useFormServices();
  const descriptors = useDescriptors();
  const descriptor = descriptors.find(step.action);
  const problems = useStepProblems(step.id);
  const wanted = usePanelState((panels) => panels.inspectorTab);
  const graph = useEditor((state) => selectGraph(state.document, descriptors));
  const uses = graph.edges.filter((edge) => edge.from === step.id);
  const tab = TABS.has(wanted) && (wanted !== 'output' || descriptor !== undefined) ? wanted : 'step';
  const open = (inspectorTab: string) => patch(panelState, { inspectorTab });
  return (
    <>
      <StepHeader key={step.id} step={step} descriptor={descriptor} />
      <Tabs value={tab} onValueChange={open} className={styles.tabs}>
        <TabList label="Step view" className={styles.tabBar}>
          <Tab value="step">Step</Tab>
          {descriptor && (
            <Tab value="output">
              Output
              <Count value={Object.keys(descriptor.output.properties ?? {}).length} />
            </Tab>
          )}
          <Tab value="usages">
            Usages
            <Count value={uses.length} />
          </Tab>
          <Tab value="json">JSON</Tab>
        </TabList>
        <TabPanel value="step" className={styles.body} key={step.id}>
          {StepPlace && <StepPlace step={step.id} />}
          <section className={styles.form} data-field="params">
            {descriptor === undefined ? (
              <UnknownAction step={step} />
            ) : (
              <StepForm step={step} descriptor={descriptor} problems={problems} />
            )}
          </section>
          <DataSection step={step} />
          <ConditionSection step={step} problems={problems} />
          <RetrySection
            step={step}
            problems={problems}
            attemptLimit={attemptLimit(step.timeout_seconds, paramTimeout(step, descriptor))}
            isLimitOpen={typeof paramTimeout(step, descriptor) === 'string'}
          />
          <StepWorstCaseSection step={step} />
          <RunsAfterSection step={step} problems={problems} />
          <BehaviourSection step={step} problems={problems} />
          <PinSection key={step.id} stepId={step.id} />
        </TabPanel>
        {descriptor && (
          <TabPanel value="output" className={styles.body}>
            <OutputTab step={step} descriptor={descriptor} />
          </TabPanel>
        )}
        <TabPanel value="usages" className={styles.body}>
          <UsagesTab edges={uses} />
        </TabPanel>
        <TabPanel value="json" className={styles.body}>
          <StepJsonTab step={step} />
        </TabPanel>
      </Tabs>
    </>
  );
}

/** The action's own time limit as written, or its default. */
function paramTimeout(step: StepDocument, descriptor: ActionDescriptor | undefined): Json | undefined {
  const schema = descriptor?.params.properties?.timeout_seconds;
  if (schema === undefined) return undefined;
  return step.params?.[authorSpelling(step, descriptor, 'timeout_seconds')] ?? schema.default;
}

interface StepJsonTabProps {
  step: StepDocument;
}

/** The step as editable JSON. Text that is not a valid step is kept as a draft with the reason. */
function StepJsonTab({ step }: StepJsonTabProps) {
  const store = useEditorStore();
  const descriptors = useDescriptors();
  const value = useMemo(() => stepJson(step), [step]);
  const write = (next: Json) => {
    const id = isJsonObject(next) && typeof next.id === 'string' ? next.id : step.id;
    store.edit(`Edit JSON of ${step.id}`, (document) => applyStepJson(document, step.id, next, descriptors), {
      coalesce: 'step-json',
      select: selectSteps(id),
    });
  };
  return (
    <div className={styles.raw}>
      <JsonField
        id="step-json"
        label={`JSON of ${step.id}`}
        draftKey={`${step.id}#json`}
        value={value}
        onChange={write}
        accepts={(next) => refuseStepJson(store.getState().document, step.id, next)}
        minLines={12}
      />
    </div>
  );
}

/** Why a JSON value cannot take the place of a step; undefined when it can. */
function refuseStepJson(document: PipelineDocument, id: string, value: Json): string | undefined {
  if (!isJsonObject(value)) return 'Enter a step as an object: { "id": …, "action": … }.';
  if (typeof value.id !== 'string') return 'The step has no "id". Add an "id" with a text.';
  if (typeof value.action !== 'string')
    return 'The step has no "action". Add an "action" with an action type.';
  const result = importValue({ steps: [value] });
  if (!result.ok) return result.problem.message.replace(/^Step 1(?: \("[^"]*"\))?: /, '');
  return refuseStepId(document, id, value.id);
}

/** The document with a step replaced by its edited JSON. A changed id is a rename with all references. */
function applyStepJson(
  document: PipelineDocument,
  id: string,
  value: Json,
  descriptors: Descriptors,
): PipelineDocument {
  const result = importValue({ steps: [value] });
  const [next] = result.ok ? result.document.steps : [];
  if (next === undefined || refuseStepJson(document, id, value) !== undefined) return document;
  const renamed = next.id === id ? document : renameStep(document, id, next.id, descriptors);
  return updateStep(renamed, next.id, () => next);
}

/** A step as a JSON value. */
function stepJson(step: StepDocument): Json {
  const entries = Object.entries(step).filter(([, value]) => value !== undefined);
  return JSON.parse(JSON.stringify(Object.fromEntries(entries)));
}

interface OutputTabProps {
  step: StepDocument;
  descriptor: ActionDescriptor;
}

/** The fields that later steps can read of this one; each can be copied as a reference. */
function OutputTab({ step, descriptor }: OutputTabProps) {
  const fields = Object.entries(descriptor.output.properties ?? {});
  return (
    <ul className={outputTabStyles.list}>
      {fields.map(([name, schema]) => {
        const path = /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
        const reference = `{{steps.${step.id}.output${path}}}`;
        return (
          <li key={name} className={outputTabStyles.row}>
            <div className={outputTabStyles.head}>
              <span className={outputTabStyles.name}>{name}</span>
              <span className={outputTabStyles.type}>{typeText(schema)}</span>
              <IconButton
                icon="copy"
                size="sm"
                iconSize={14}
                label={`Copy ${reference}`}
                onClick={() => void navigator.clipboard.writeText(reference)}
              />
            </div>
            {schema.description && <p className={outputTabStyles.about}>{schema.description}</p>}
          </li>
        );
      })}
      {fields.length === 0 && (
        <li className={outputTabStyles.about}>The output of this action is known after the first run.</li>
      )}
    </ul>
  );
}
