'use client';

import { type UIEvent, useEffect, useState } from 'react';
import type { OpenPause } from '@/components/run-state/pauses';
import { moveFocus, NO_FOCUS } from '@/components/run-state/permalink';
import { useLens } from '@/components/run-state/run-context';
import { useStepRun } from '@/components/run-state/use-run';
import { EmptyState } from '@/components/ui/empty-state';
import { Spinner } from '@/components/ui/spinner';
import type { UnitState } from '@/engine';
import { BreakpointSection } from './debug/breakpoint-section';
import { PausedInputs } from './debug/paused-inputs';
import { ScopeSection } from './debug/scope-section';
import { AttemptsSection } from './inspector/attempts-section';
import { ChunkedLoop } from './inspector/chunked-loop';
import { InputsSection } from './inspector/inputs-section';
import { LinkNotice } from './inspector/link-notice';
import { LogsSection } from './inspector/logs-section';
import { LoopNavigator } from './inspector/loop-navigator';
import { OutputSection } from './inspector/output-section';
import { SectionTabs } from './inspector/section-tabs';
import { selectUnit, type UnitSelection } from './inspector/selection';
import { SinceWorked } from './inspector/since-worked';
import { StateBox } from './inspector/state-box';
import { UnitHeader } from './inspector/unit-header';
import { useChunkIteration } from './inspector/use-chunk-iteration';
import styles from './run-inspector.module.css';

export interface RunInspectorProps {
  stepId: string;
  /** Initial iteration. */
  iteration?: readonly number[];
}

/** One step of the run: status and reason, inputs, output, attempts and logs. */
export function RunInspector({ stepId, iteration: firstIteration }: RunInspectorProps) {
  const { focus, setFocus, definition } = useLens();
  const root = useStepRun(stepId);
  const [part, setPart] = useState('run-inputs');
  const isFocused = focus.step === stepId;
  const { iteration, attempt } = isFocused
    ? focus
    : moveFocus(NO_FOCUS, { step: stepId, iteration: firstIteration ?? [] });
  const inChunk = useChunkIteration(stepId, root, iteration[0]);
  const selected = selectUnit({
    step: stepId,
    iteration,
    attempt,
    root: root?.chunks && iteration.length > 0 ? inChunk.unit : root,
    definition,
  });

  // URL and timeline follow a selection on the canvas.
  useEffect(() => {
    if (!isFocused) setFocus({ step: stepId, ...(firstIteration ? { iteration: firstIteration } : {}) });
  }, [isFocused, setFocus, stepId, firstIteration]);

  if (definition && !definition.steps.has(stepId) && !root) {
    return (
      <EmptyState title={`Step ${stepId} is not in this run`} icon="flow">
        The step may exist in another version of the pipeline. Select a step on the canvas.
      </EmptyState>
    );
  }
  const isKnown = !inChunk.isReading && inChunk.problem === undefined;
  const key = `${stepId}/${selected.iteration.join('.')}`;
  return (
    <section className={styles.inspector} aria-label="Step details">
      <header className={styles.head}>
        <UnitHeader selected={selected} />
        <Loops selected={selected} root={root} chosen={iteration[0]} />
        {isKnown && (
          <>
            <LinkNotice selected={selected} />
            <StateBox key={key} selected={selected} />
            <SectionTabs selected={selected} active={part} />
          </>
        )}
        {inChunk.isReading && <Spinner label="Loading the iteration" />}
        {inChunk.problem && <p role="alert">The iteration could not be loaded. {inChunk.problem}</p>}
      </header>
      {isKnown && (
        <div className={styles.body} onScroll={(event) => setPart(visibleSection(event))}>
          <UnitSections key={key} selected={selected} />
        </div>
      )}
    </section>
  );
}

/** Everything about the shown unit. A paused one has inputs that can be edited, and the values that it can read. */
function UnitSections({ selected }: { selected: UnitSelection }) {
  const pause = pauseOf(selected);
  return (
    <>
      {pause ? (
        <>
          <PausedInputs selected={selected} pause={pause} />
          <ScopeSection selected={selected} />
        </>
      ) : (
        <>
          <SinceWorked selected={selected} />
          <InputsSection selected={selected} />
        </>
      )}
      <OutputSection selected={selected} />
      <BreakpointSection selected={selected} />
      <AttemptsSection selected={selected} />
      <LogsSection selected={selected} />
    </>
  );
}

/** The open pause of the shown unit. */
function pauseOf({ step, iteration, unit }: UnitSelection): OpenPause | undefined {
  return unit?.pause && { step, iteration, pause: unit.pause };
}

interface LoopsProps {
  selected: UnitSelection;
  /** The step itself, whose chunks are read one by one. */
  root: UnitState | undefined;
  /** The shown iteration. */
  chosen: number | undefined;
}

/** Navigators of the loops around the shown unit, outermost first. */
function Loops({ selected, root, chosen }: LoopsProps) {
  const { step, loops } = selected;
  const isChunked = root?.chunks !== undefined;
  return (
    <>
      {isChunked && <ChunkedLoop step={step} unit={root} chosen={chosen} />}
      {loops.slice(isChunked ? 1 : 0).map((level, depth, levels) => (
        <LoopNavigator
          key={level.path.join('.')}
          step={step}
          level={level}
          hasKeys={depth === levels.length - 1}
        />
      ))}
    </>
  );
}

/** The visible section: the last one scrolled past the top, or the last one at the end of the scroll range. */
function visibleSection({ currentTarget }: UIEvent<HTMLElement>): string {
  const parts = [...currentTarget.querySelectorAll<HTMLElement>(':scope > section')];
  const { scrollTop, clientHeight, scrollHeight } = currentTarget;
  if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1) return parts.at(-1)?.id ?? '';
  const top = currentTarget.getBoundingClientRect().top + 32;
  const passed = parts.filter((part) => part.getBoundingClientRect().top <= top);
  return (passed.at(-1) ?? parts[0])?.id ?? '';
}
