import { Icon } from '@/components/ui/icon';
import { safePage } from './safe-page';
import styles from './text.module.css';

export interface HtmlFrameProps {
  html: string;
  /** `Output of report`. */
  label: string;
}

/** A stored HTML page, isolated: it runs no script and loads nothing. */
export function HtmlFrame({ html, label }: HtmlFrameProps) {
  return (
    <>
      <iframe
        title={`Preview of ${label}`}
        className={styles.page}
        sandbox=""
        referrerPolicy="no-referrer"
        srcDoc={safePage(html)}
      />
      <p className={styles.safe}>
        <Icon name="shield" size={14} /> Scripts and remote content are blocked
      </p>
    </>
  );
}
