import { memo } from 'react';
import type { NodeProps } from 'reactflow';
import { shownStatus } from '@/components/run/status';
import { useRunContact, useRunLens, useStepRun } from '@/components/run/use-run';
import { cardHandles, innerActionFields } from '../model/card-size';
import { selectStep } from '../model/derived';
import { stepTitle } from '../model/document';
import { useEditor, useObservable, useSession, useStepProblems } from '../use-editor';
import { type CardView, describeCard } from './card-view';
import { CompactCard } from './compact-card';
import type { StepFlowNode } from './flow-types';
import { FullCard } from './full-card';
import { LoopCard } from './loop-card';
import { TileCard } from './tile-card';

/** A step on the canvas. It knows only its step's id and reads its own slices of the stores. */
export const StepNode = memo(
  function StepNode({ data, selected, width, height }: NodeProps<StepFlowNode>) {
    const { stepId } = data;
    const session = useSession();
    const step = useEditor((state) => selectStep(state.document, stepId));
    const detail = useObservable(session.zoom, (value) => value);
    const problems = useStepProblems(stepId);
    const lens = useRunLens();
    const unit = useStepRun(stepId);
    const contact = useRunContact();
    if (step === undefined) return null;
    const descriptor = session.descriptors.find(step.action);
    const view: CardView = {
      step,
      descriptor,
      title: stepTitle(step, descriptor),
      problems: lens.active ? [] : problems,
      selected,
      lens: lens.active,
      unit,
      status: lens.active ? shownStatus(unit?.status ?? 'pending', contact.state) : undefined,
      size: { width: width ?? 264, height: height ?? 100 },
      handleCount: cardHandles(step, descriptor, true).length,
    };
    const label = describeCard(view);
    if (detail === 'tile') return <TileCard view={view} label={label} />;
    if (detail === 'compact') return <CompactCard view={view} label={label} />;
    if (innerActionFields(descriptor) !== undefined) return <LoopCard view={view} label={label} />;
    return <FullCard view={view} label={label} />;
  },
  (a, b) => a.data === b.data && a.selected === b.selected && a.width === b.width && a.height === b.height,
);
