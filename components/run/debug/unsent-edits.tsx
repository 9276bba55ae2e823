import { stepTitle } from '@/components/run-state/definition';
import { decisionText } from '@/components/run-state/pauses';
import { useLens } from '@/components/run-state/run-context';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Notice } from '@/components/ui/notice';
import styles from './pause-bar.module.css';
import type { PauseDesk } from './pause-context';
import type { TypedAnswer } from './use-typed-answers';

export interface UnsentEditsProps {
  pauses: PauseDesk;
}

/** Edited inputs that were not used, because someone else answered the pause first. They can be copied. */
export function UnsentEdits({ pauses }: UnsentEditsProps) {
  return pauses.unsent.map((typed) => (
    <UnsentNotice
      key={`${typed.pause.step} ${typed.pause.pause.seq}`}
      typed={typed}
      onDismiss={() => pauses.dismiss(typed.pause)}
    />
  ));
}

interface UnsentNoticeProps {
  typed: TypedAnswer;
  onDismiss: () => void;
}

function UnsentNotice({ typed, onDismiss }: UnsentNoticeProps) {
  const { store, definition } = useLens();
  const { step, iteration, pause } = typed.pause;
  const answered = store.unit(step, iteration)?.answered.find((each) => each.pause.seq === pause.seq);
  const json = JSON.stringify(typed.edited, null, 2);
  return (
    <Notice status="stale" title={`Your edited inputs of ${stepTitle(definition, step)} were not used`}>
      <p>
        The pause ended before your edits were sent.
        {answered && ` Decision: ${decisionText(answered)}.`}
      </p>
      <details>
        <summary>Edited inputs</summary>
        <pre className={styles.json}>{json}</pre>
      </details>
      <span className={styles.buttons}>
        <CopyButton text={json} label="Copy edited inputs" />
        <Button size="sm" variant="quiet" onClick={onDismiss}>
          Dismiss
        </Button>
      </span>
    </Notice>
  );
}
