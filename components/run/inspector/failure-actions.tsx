'use client';

import { useRerun } from '@/components/run-state/rerun-preview';
import { useLens } from '@/components/run-state/run-context';
import type { FixKind } from '@/components/run-state/step-fix';
import { Button } from '@/components/ui/button';
import type { IconName } from '@/components/ui/icon';
import type { Failure, FailureKind } from '@/engine';
import styles from './failure-actions.module.css';

export interface FailureActionsProps {
  step: string;
  iteration?: readonly number[];
  /** The failure, or the warning of a step that completed. */
  failure: Failure;
  /** Whether the step has a retry. */
  hasRetry: boolean;
  isWarning?: boolean;
}

interface Fix {
  readonly kind: FixKind;
  readonly label: string;
  readonly icon: IconName;
}

const OPEN: Fix = { kind: 'open', label: 'Open in editor', icon: 'pencil' };
const EXPECT: Fix = { kind: 'expect_status', label: 'Set expect_status', icon: 'pencil' };
const TIMEOUT: Fix = { kind: 'timeout', label: 'Raise timeout', icon: 'pencil' };
const RETRY: Fix = { kind: 'retry', label: 'Add retry', icon: 'plus' };

/** Kinds of failures that another attempt may not have. */
const IS_TRANSIENT: ReadonlySet<FailureKind> = new Set(['timeout', 'connection_error']);

/** Buttons for what to do next: changes open the editor at the field, with the change made. */
export function FailureActions({
  step,
  iteration = [],
  failure,
  hasRetry,
  isWarning = false,
}: FailureActionsProps) {
  const { edit, actions, detail } = useLens();
  const rerun = useRerun();
  const isInner = iteration.length > 0;
  const mayRerun = !isWarning && actions !== undefined && detail !== undefined && rerun !== undefined;
  if (!edit && !mayRerun) return null;
  return (
    <div className={styles.buttons}>
      {edit &&
        fixesFor(failure, { hasRetry, isWarning }).map(({ kind, label, icon }) => (
          <Button
            key={kind}
            size="sm"
            icon={icon}
            onClick={() => edit({ kind, step, isInner, path: isInner ? 'params' : failure.path })}
          >
            {label}
          </Button>
        ))}
      {mayRerun && (
        <Button size="sm" icon="retrying" onClick={() => rerun?.open('from_failed')}>
          Edit and re-run…
        </Button>
      )}
    </div>
  );
}

function fixesFor({ kind }: Failure, has: { hasRetry: boolean; isWarning: boolean }): Fix[] {
  const fixes = [OPEN];
  if (kind === 'http_status') fixes.push(has.isWarning ? EXPECT : { ...EXPECT, label: 'Edit expect_status' });
  if (kind === 'timeout') fixes.push(TIMEOUT);
  if (!has.hasRetry && IS_TRANSIENT.has(kind)) fixes.push(RETRY);
  return fixes;
}
