import { Button } from '@/components/ui/button';
import { formatCount } from '@/components/ui/format';
import { Kbd } from '@/components/ui/kbd';
import { useShortcutText } from '@/components/ui/use-shortcut-text';
import { starters } from '@/lib/starters';
import { addAfter } from '../commands/add-step';
import { pasteJson } from '../commands/clipboard';
import { startFrom } from '../commands/start-from';
import { useCommandContext } from '../use-commands';
import { useSession } from '../use-editor';
import styles from './empty-canvas.module.css';

/** Three ways to begin, on an empty pipeline: a step, JSON or a starter. */
export function EmptyCanvas() {
  const session = useSession();
  const context = useCommandContext();
  const shortcut = useShortcutText();
  return (
    <div className={styles.empty}>
      <h2 className={styles.title}>Add a step, paste JSON or choose a starter</h2>
      <div className={styles.ways}>
        <Button icon="plus" onClick={() => addAfter.run(context)}>
          Add step
        </Button>
        <Button icon="braces" onClick={() => pasteJson.run(context)}>
          Paste JSON
        </Button>
      </div>
      <p className={styles.hint}>
        or press <Kbd>A</Kbd> or <Kbd>{shortcut('Mod+V')}</Kbd>, or drag an action from the palette
      </p>
      <ul aria-label="Starters" className={styles.starters}>
        {starters.map(({ key, title, description, document }) => (
          <li key={key}>
            <button
              type="button"
              className={styles.starter}
              onClick={() => startFrom(session, document, { title, verb: 'Start from' })}
            >
              <b>{title}</b>
              <span>{description}</span>
              <span className={styles.count}>{formatCount(document.steps.length, 'step')}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
