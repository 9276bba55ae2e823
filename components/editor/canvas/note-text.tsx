import { MarkdownText, type MarkdownTextProps } from '@/components/markdown/markdown-text';
import styles from './note-node.module.css';

/** The rendered text of a note. */
export function NoteText({ text }: MarkdownTextProps) {
  if (text === '') return <span className={styles.empty}>Empty note</span>;
  return <MarkdownText text={text} />;
}
