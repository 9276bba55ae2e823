'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { TopBar } from '@/components/shell/top-bar';
import { clsx } from '@/components/ui/clsx';
import { Icon } from '@/components/ui/icon';
import { IconButton } from '@/components/ui/icon-button';
import { MenuItem } from '@/components/ui/menu';
import { patch } from '@/components/ui/observable';
import { SplitButton } from '@/components/ui/split-button';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import type { CreateResult } from '@/lib/contracts/pipelines';
import { BreakpointCount } from '../breakpoints/breakpoint-count';
import { openDock, openLeft } from '../commands/view';
import { setPipelineField } from '../model/edits';
import { PresencePill } from '../presence/presence-pill';
import { SavePill } from '../saving/save-pill';
import { useShowTriggers } from '../triggers/use-trigger-in-address';
import { useTriggers } from '../triggers/use-triggers';
import { useCommandContext } from '../use-commands';
import { useEditor, useEditorStore, useProblemCounts, useSession } from '../use-editor';
import { PipelineMenu } from './pipeline-menu';
import styles from './top-bar.module.css';

export interface EditorTopBarProps {
  name: string;
  starting: boolean;
  duplicate: (id: string) => Promise<CreateResult>;
  flush: () => Promise<unknown>;
  /** The choice of the run whose values are shown. */
  values: ReactNode;
  /** Buttons for the panels of the page. */
  panels: ReactNode;
}

/** The bar above the editor: breadcrumb, name, state of saving, problems, Run. */
export function EditorTopBar({ name, starting, duplicate, flush, values, panels }: EditorTopBarProps) {
  const session = useSession();
  const { startRun, lens, session: shown } = useCommandContext();
  const showTriggers = useShowTriggers();
  return (
    <TopBar
      crumbs={[{ label: 'Pipelines', href: '/pipelines' }, { label: <PipelineName fallback={name} /> }]}
      start={
        <>
          <SavePill />
          <PresencePill />
        </>
      }
      end={
        <>
          {values}
          <BreakpointCount />
          <ProblemCounts />
          <TriggersButton />
          <span className={styles.line} />
          <SplitButton
            icon="play"
            busy={starting}
            onClick={startRun}
            title="Save and run (Ctrl+Enter)"
            menuLabel="Run options"
            menu={
              <>
                <MenuItem icon="play" shortcut="Ctrl+Enter" onSelect={startRun}>
                  Run
                </MenuItem>
                <MenuItem icon="pencil" onSelect={() => patch(session.interaction, { dialog: 'run' })}>
                  Run with parameters…
                </MenuItem>
                <MenuItem icon="history" onSelect={() => openLeft(shown, 'runs')}>
                  Show runs
                </MenuItem>
                <MenuItem icon="bolt" shortcut="T" onSelect={() => showTriggers()}>
                  Triggers…
                </MenuItem>
              </>
            }
          >
            Run
          </SplitButton>
          {panels}
          <PipelineMenu duplicate={duplicate} flush={flush} lens={lens} />
        </>
      }
    />
  );
}

/** The number of enabled triggers; opens the triggers. */
function TriggersButton() {
  const { data } = useTriggers({ isLive: false });
  const show = useShowTriggers();
  const on = data.filter(({ enabled }) => enabled).length;
  const label = on === 1 ? '1 trigger enabled' : `${on} triggers enabled`;
  return (
    <button
      type="button"
      className={clsx(styles.problems, styles.triggers)}
      aria-label={`${label}: show triggers`}
      title={label}
      onClick={show}
    >
      <span className={styles.word}>
        <Icon name="bolt" size={14} />
      </span>
      <span className={clsx(styles.word, on === 0 && styles.optional)}>{on === 0 ? 'Triggers' : on}</span>
    </button>
  );
}

/** The numbers of errors and warnings; opens the problems. */
function ProblemCounts() {
  const session = useSession();
  const { lens, exitLens } = useCommandContext();
  const { errors, warnings, toFillIn } = useProblemCounts();
  return (
    <button
      type="button"
      className={styles.problems}
      title="Show problems"
      onClick={() => {
        if (lens) exitLens();
        openDock(session, 'problems');
      }}
    >
      {errors + warnings + toFillIn === 0 && (
        <span className={styles.problem} data-status="completed">
          <Icon name="check" size={14} />
          <span className={clsx(styles.word, styles.optional)}>No problems</span>
        </span>
      )}
      {toFillIn > 0 && (
        <span className={styles.problem}>
          <Icon name="pencil" size={14} />
          <span className={styles.word}>{toFillIn} to fill in</span>
        </span>
      )}
      {errors > 0 && <ProblemCount status="failed" icon="err" number={errors} noun="error" />}
      {warnings > 0 && <ProblemCount status="stale" icon="warn" number={warnings} noun="warning" />}
    </button>
  );
}

interface ProblemCountProps {
  status: 'failed' | 'stale';
  icon: 'err' | 'warn';
  number: number;
  noun: string;
}

/** One kind of problem: shown as a number, read with its noun. */
function ProblemCount({ status, icon, number, noun }: ProblemCountProps) {
  return (
    <span className={styles.problem} data-status={status}>
      <Icon name={icon} size={14} />
      <span className={styles.word}>{number}</span>
      <VisuallyHidden> {number === 1 ? noun : `${noun}s`} </VisuallyHidden>
    </span>
  );
}

interface PipelineNameProps {
  /** Shown when the document has no name. */
  fallback: string;
}

/** The pipeline's name in the bar; a click or the pencil edits it in place. */
function PipelineName({ fallback }: PipelineNameProps) {
  const store = useEditorStore();
  const name = useEditor((state) => state.document.name) ?? fallback;
  const [editing, setEditing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // Focus of the page: typing continues in the opened field.
  useEffect(() => {
    if (editing) input.current?.select();
  }, [editing]);
  const finish = (keep: boolean) => {
    const text = input.current?.value.trim() ?? '';
    setEditing(false);
    if (!keep || text === '' || text === name) return;
    store.edit('Rename pipeline', (document) => setPipelineField(document, 'name', text));
  };
  if (editing) {
    return (
      <input
        ref={input}
        className={styles.nameInput}
        aria-label="Pipeline name"
        defaultValue={name}
        maxLength={255}
        onBlur={() => finish(true)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish(true);
          if (event.key === 'Escape') finish(false);
        }}
      />
    );
  }
  return (
    <span className={styles.name}>
      <button type="button" className={styles.nameText} onClick={() => setEditing(true)} title={name}>
        {name}
      </button>
      <IconButton
        icon="pencil"
        iconSize={14}
        size="sm"
        label="Rename pipeline"
        onClick={() => setEditing(true)}
      />
    </span>
  );
}
