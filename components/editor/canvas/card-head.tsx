import type { ReactNode } from 'react';
import { Elapsed } from '@/components/run-state/times';
import { CategoryIcon } from '@/components/ui/category';
import { clsx } from '@/components/ui/clsx';
import { Icon } from '@/components/ui/icon';
import { patch } from '@/components/ui/observable';
import type { Diagnostic, StepDocument } from '@/engine';
import { setStepField } from '../model/edits';
import { PinMark } from '../pins/pin-mark';
import { ConflictMark } from '../saving/conflict-mark';
import { useInteraction, useIsToFillIn, useSession } from '../use-editor';
import { type CardView, worst } from './card-view';
import styles from './step-node.module.css';
import { TitleInput } from './title-input';

export interface CardHeadProps {
  view: CardView;
  /** Shown beside the title. */
  children?: ReactNode;
}

/** Icon, title, id and the mark at the right. */
export function CardHead({ view, children }: CardHeadProps) {
  const { step, descriptor, title } = view;
  const renaming = useInteraction((interaction) => interaction.renaming === step.id);
  return (
    <div className={styles.head}>
      <CategoryIcon
        category={descriptor?.category ?? 'param'}
        icon={descriptor?.icon ?? 'warn'}
        size="md"
        className={clsx(styles.icon)}
      />
      <div className={styles.names}>
        {renaming ? (
          <CardTitleInput step={step} title={title} />
        ) : (
          <div className={styles.title}>{title}</div>
        )}
        <div className={styles.id}>{step.id}</div>
      </div>
      {children}
      {!view.lens && <PinMark stepId={step.id} />}
      {!view.lens && <ConflictMark stepId={step.id} />}
      <CardMark view={view} />
    </div>
  );
}

interface CardMarkProps {
  view: CardView;
}

/** At the right of a card's head: problems while editing, attempts in a run. */
function CardMark({ view }: CardMarkProps) {
  if (!view.lens) return <ProblemMark view={view} />;
  return view.unit?.pause ? <PauseMark since={view.unit.pause.since} /> : <AttemptMark view={view} />;
}

/** How long a step has been paused. */
function PauseMark({ since }: { since: string }) {
  return (
    <span className={styles.mark} data-status="paused">
      <Icon name="pause" size={12} />
      <Elapsed from={since} to={undefined} />
    </span>
  );
}

function AttemptMark({ view: { unit, step } }: CardMarkProps) {
  const attempts = unit?.attempts.length ?? 0;
  if (attempts < 2) return null;
  const limit = step.retry?.max_attempts;
  return (
    <span className={styles.mark} data-status={unit?.status ?? 'retrying'}>
      <Icon name="retrying" size={12} />
      {limit === undefined ? attempts : `${attempts} / ${limit}`}
    </span>
  );
}

function ProblemMark({ view: { problems } }: CardMarkProps) {
  const isToFillIn = useIsToFillIn(problems);
  const severity = worst(problems);
  if (severity === undefined) return null;
  if (isToFillIn) {
    return (
      <span className={clsx(styles.mark, styles.quietMark)} title={problems.map(missingText).join('\n')}>
        <Icon name="pencil" size={12} label="to fill in" />
      </span>
    );
  }
  const isError = severity === 'error';
  return (
    <span
      className={clsx(styles.mark, !isError && styles.quietMark)}
      data-status={isError ? 'failed' : 'stale'}
      title={problems.map(({ message }) => message).join('\n')}
    >
      <Icon name={isError ? 'err' : 'warn'} size={isError ? 12 : 14} />
      {isError ? problems.length : null}
    </span>
  );
}

function missingText({ message }: Diagnostic): string {
  return `To fill in: ${message}`;
}

interface CardTitleInputProps {
  step: StepDocument;
  title: string;
}

/** The title of a card while it is edited. */
function CardTitleInput({ step, title }: CardTitleInputProps) {
  const session = useSession();
  return (
    <TitleInput
      label={`Title of ${step.id}`}
      title={title}
      className={styles.rename}
      onDone={(text) => {
        patch(session.interaction, { renaming: undefined });
        session.view.get()?.focus(step.id);
        if (text === undefined) return;
        session.store.edit(`Rename ${step.id}`, (document) =>
          setStepField(document, step.id, 'name', text === '' ? undefined : text),
        );
      }}
    />
  );
}
