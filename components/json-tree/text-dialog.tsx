'use client';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { formatBytes } from '@/components/ui/format';
import { useCopy } from '@/components/ui/use-copy';
import { byteLength } from './flatten';
import styles from './json-tree.module.css';

export interface TextDialogProps {
  title: string;
  text: string;
  onClose: () => void;
}

/** A long text in full. */
export function TextDialog({ title, text, onClose }: TextDialogProps) {
  const copy = useCopy();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      size="lg"
      title={<span className={styles.path}>{title}</span>}
      description={formatBytes(byteLength(text))}
      footer={
        <Button icon="copy" onClick={() => copy(text, 'the text')}>
          Copy
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable with the keyboard. */}
      <pre className={styles.text} tabIndex={0}>
        {text}
      </pre>
    </Dialog>
  );
}
