'use client';

import { FormDialog } from '@/components/forms/form-dialog';
import { useDialogForm } from '@/components/forms/use-dialog-form';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { patch } from '@/components/ui/observable';
import { Segmented } from '@/components/ui/segmented';
import { Select } from '@/components/ui/select';
import type { Breakpoint, BreakpointPlace } from '@/engine/run/debug/breakpoint';
import { selectGraph } from '../model/derived';
import { useDescriptors, useEditor, useInteraction, useObservable, useSession } from '../use-editor';
import styles from './breakpoint-dialog.module.css';
import {
  type BreakpointDraft,
  draftOfBreakpoint,
  type PlaceChoice,
  placeChoices,
  placeWithKey,
  readBreakpointDraft,
} from './breakpoint-draft';
import { type BreakpointServices, useBreakpointServices } from './breakpoint-services';
import { conditionProblems } from './check-condition';
import { ConditionField } from './condition-field';
import { newBreakpointId } from './new-breakpoint';

const MOMENTS = [
  { value: 'before', label: 'Before it starts' },
  { value: 'failure', label: 'On failure' },
] as const;

/** The form of the breakpoint that a person edits or adds; nothing while none is. */
export function BreakpointDialog() {
  const { breakpoints } = useSession();
  const services = useBreakpointServices();
  const request = useInteraction(({ breakpoint }) => breakpoint);
  const all = useObservable(breakpoints, (settings) => settings.breakpoints);
  if (request === undefined || services === undefined) return null;
  const from = all.find(({ id }) => id === request.id);
  return <BreakpointForm key={from?.id ?? 'new'} from={from} at={request.at} services={services} />;
}

interface BreakpointFormProps {
  /** The breakpoint to change; undefined adds one. */
  from: Breakpoint | undefined;
  /** The first place of a new one. */
  at: BreakpointPlace | undefined;
  services: BreakpointServices;
}

function BreakpointForm({ from, at, services }: BreakpointFormProps) {
  const { interaction, observed } = useSession();
  const descriptors = useDescriptors();
  const graph = useEditor((state) => selectGraph(state.document, descriptors));
  const { steps, edges } = placeChoices(graph);
  const placeOf = (key: string) => placeWithKey(key, [...steps, ...edges], from?.at);
  const close = () => patch(interaction, { breakpoint: undefined });
  const problemsOf = (draft: BreakpointDraft) =>
    conditionProblems({
      ...{ graph, at: placeOf(draft.place), when: draft.when, text: draft.condition },
      observed: observed.get(),
    });
  const form = useDialogForm<BreakpointDraft, Breakpoint>({
    first: draftOfBreakpoint(from, at),
    read: (draft) =>
      readBreakpointDraft(draft, {
        id: from?.id ?? newBreakpointId(),
        enabled: from?.enabled ?? true,
        at: placeOf(draft.place),
        conditionProblems: problemsOf(draft),
      }),
    send: (breakpoint) => services.put(breakpoint, true),
    onDone: close,
    onClose: close,
  });
  const { draft, problems, change } = form;
  const place = placeOf(draft.place);
  return (
    <FormDialog
      form={form}
      size="md"
      title={from === undefined ? 'Add breakpoint' : 'Edit breakpoint'}
      description="Manually started runs pause here until a person continues them. Other branches continue."
      submitLabel={from === undefined ? 'Add breakpoint' : 'Save'}
      discardText="The breakpoint has not been saved."
    >
      <div className={styles.fields}>
        <Field label="Step or edge" required error={problems.place}>
          {(control) => (
            <Select
              {...control}
              value={draft.place}
              onChange={(event) => change({ place: event.target.value })}
            >
              {place === undefined && <option value="">Choose…</option>}
              <PlaceGroup label="Steps" choices={steps} />
              <PlaceGroup label="Edges" choices={edges} />
            </Select>
          )}
        </Field>
        {(place === undefined || 'step' in place) && (
          <Segmented<Breakpoint['when']>
            label="Pause"
            size="md"
            value={draft.when}
            onValueChange={(when) => change({ when })}
            segments={MOMENTS}
          />
        )}
        <ConditionField
          text={draft.condition}
          place={{ at: place, when: draft.when }}
          problems={problemsOf(draft)}
          error={problems.condition}
          onChange={(condition) => change({ condition })}
        />
        <Field
          label="Time limit"
          hint="The run is cancelled when the pause exceeds this limit. Without a limit, the run waits for a person."
          error={problems.limit}
        >
          {(control) => (
            <Input
              {...control}
              value={draft.limit}
              placeholder="none"
              autoComplete="off"
              onChange={(event) => change({ limit: event.target.value })}
            />
          )}
        </Field>
        <Checkbox checked={draft.triggered} onCheckedChange={(triggered) => change({ triggered })}>
          Also pause runs that a trigger starts
        </Checkbox>
      </div>
    </FormDialog>
  );
}

interface PlaceGroupProps {
  label: string;
  choices: readonly PlaceChoice[];
}

function PlaceGroup({ label, choices }: PlaceGroupProps) {
  if (choices.length === 0) return null;
  return (
    <optgroup label={label}>
      {choices.map(({ key, label: text }) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </optgroup>
  );
}
