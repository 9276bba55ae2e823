import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { excerptAt } from './excerpt';
import styles from './import-dialog.module.css';

/** Why a text is not a pipeline, and where when it is not even JSON. */
export interface ImportProblem {
  readonly message: string;
  readonly offset?: number;
  readonly line?: number;
  readonly column?: number;
}

export interface ImportProblemNoticeProps {
  id: string;
  text: string;
  problem: ImportProblem;
  onShow: (place: { offset: number; line: number }) => void;
}

/** Says what is wrong with an import, with the lines around the place. */
export function ImportProblemNotice({ id, text, problem, onShow }: ImportProblemNoticeProps) {
  const { message, offset, line, column } = problem;
  if (offset === undefined || line === undefined || column === undefined) {
    return (
      <div id={id}>
        <Notice status="failed" title={message} alert className={styles.problem} />
      </div>
    );
  }
  const { lines, caret } = excerptAt(text, { line, column });
  return (
    <div id={id}>
      <Notice status="failed" title={message} alert className={styles.problem}>
        <pre className={styles.excerpt}>
          {lines.map((shown) => (
            <code key={shown.line} className={styles.line} data-fault={shown.hasFault || undefined}>
              <span className={styles.number}>{shown.line}</span>
              {shown.hasFault ? (
                <>
                  {shown.text.slice(0, caret)}
                  <mark className={styles.mark}>{shown.text.slice(caret, caret + 1) || ' '}</mark>
                  {shown.text.slice(caret + 1)}
                </>
              ) : (
                shown.text
              )}
            </code>
          ))}
        </pre>
        <Button size="sm" onClick={() => onShow({ offset, line })}>
          Go to line {line}
        </Button>
      </Notice>
    </div>
  );
}
