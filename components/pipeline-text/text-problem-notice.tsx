import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { excerptAt } from './excerpt';
import type { TextProblem } from './text-problem';
import styles from './text-problem-notice.module.css';

export interface TextProblemNoticeProps {
  id: string;
  text: string;
  problem: TextProblem;
  onShow: (place: { offset: number; line: number }) => void;
}

/** Why a text is not a pipeline, with the lines around its position. */
export function TextProblemNotice({ id, text, problem, onShow }: TextProblemNoticeProps) {
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
