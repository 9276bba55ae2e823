'use client';

import { useMemo, useState } from 'react';
import { Select } from '@/components/ui/select';
import { selectGraph } from '../model/derived';
import { useDescriptors, useEditor } from '../use-editor';
import { type ChoiceDirection, stepChoices } from './step-choices';

export interface StepSelectProps {
  id?: string;
  label: string;
  /** The step being edited. */
  stepId: string;
  direction: ChoiceDirection;
  /** Chosen steps, which are not offered again. */
  chosen: readonly string[];
  /** Label of the empty choice. */
  prompt: string;
  onChoose: (id: string) => void;
  invalid?: boolean;
  describedBy?: string;
}

/** Above this number of steps, options are rendered only when the list opens. */
const MANY = 200;

/** A selection of a step; steps that cannot be chosen show the reason. */
export function StepSelect(props: StepSelectProps) {
  const { id, label, stepId, direction, chosen, prompt, onChoose, invalid, describedBy } = props;
  const descriptors = useDescriptors();
  const document = useEditor((state) => state.document);
  const [isNear, setIsNear] = useState(false);
  const isDrawn = isNear || document.steps.length <= MANY;
  const choices = useMemo(() => {
    if (!isDrawn) return [];
    return stepChoices({
      document,
      descriptors,
      graph: selectGraph(document, descriptors),
      stepId,
      direction,
    });
  }, [isDrawn, document, descriptors, stepId, direction]);
  return (
    <Select
      id={id}
      size="sm"
      soft
      aria-label={label}
      invalid={invalid}
      aria-describedby={describedBy}
      value=""
      onFocus={() => setIsNear(true)}
      onPointerDown={() => setIsNear(true)}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">{prompt}</option>
      {choices
        .filter((choice) => !chosen.includes(choice.id))
        .map((choice) => (
          <option key={choice.id} value={choice.id} disabled={choice.refused !== undefined}>
            {choice.title === choice.id ? choice.id : `${choice.title} (${choice.id})`}
            {choice.refused === undefined ? '' : ` – ${choice.refused}`}
          </option>
        ))}
    </Select>
  );
}
