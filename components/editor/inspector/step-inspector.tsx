'use client';

import { Count } from '@/components/ui/count';
import { Tab } from '@/components/ui/tab';
import { TabList } from '@/components/ui/tab-list';
import { TabPanel } from '@/components/ui/tab-panel';
import { Tabs } from '@/components/ui/tabs';
import type { ActionDescriptor, Json, StepDocument } from '@/engine';
import { StepForm } from '../form/step-form';
import { authorSpelling } from '../model/branches';
import { selectGraph } from '../model/derived';
import { useDescriptors, useEditor, useEditorStore, useStepProblems } from '../use-editor';
import { BehaviourSection } from './behaviour-section';
import { ConditionSection } from './condition-section';
import styles from './inspector.module.css';
import { OutputTab } from './output-tab';
import { RetrySection } from './retry-section';
import { attemptLimit } from './ruler';
import { RunsAfterSection } from './runs-after-section';
import { StepHeader } from './step-header';
import { StepJsonTab } from './step-json-tab';
import { UnknownAction } from './unknown-action';
import { UsagesTab } from './usages-tab';

export interface StepInspectorProps {
  step: StepDocument;
}

const TABS = new Set(['step', 'output', 'usages', 'json']);

/** Everything about one step: its form, what it gives, who uses it, its JSON. */
export function StepInspector({ step }: StepInspectorProps) {
  const store = useEditorStore();
  const descriptors = useDescriptors();
  const descriptor = descriptors.find(step.action);
  const problems = useStepProblems(step.id);
  const wanted = useEditor((state) => state.panel.inspectorTab);
  const graph = useEditor((state) => selectGraph(state.document, descriptors));
  const uses = graph.edges.filter((edge) => edge.from === step.id);
  const tab = TABS.has(wanted) && (wanted !== 'output' || descriptor !== undefined) ? wanted : 'step';
  const open = (inspectorTab: string) => store.set({ panel: { ...store.getState().panel, inspectorTab } });
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
          <section className={styles.form} data-field="params">
            {descriptor === undefined ? (
              <UnknownAction step={step} />
            ) : (
              <StepForm step={step} descriptor={descriptor} problems={problems} />
            )}
          </section>
          <ConditionSection step={step} problems={problems} />
          <RetrySection
            step={step}
            problems={problems}
            attemptLimit={attemptLimit(step.timeout_seconds, paramTimeout(step, descriptor))}
            isLimitOpen={typeof paramTimeout(step, descriptor) === 'string'}
          />
          <RunsAfterSection step={step} problems={problems} />
          <BehaviourSection step={step} problems={problems} />
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
