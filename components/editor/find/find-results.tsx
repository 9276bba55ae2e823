import { useEffect, useRef } from 'react';
import { titleOf } from '@/components/pipeline-text/step-title';
import { clsx } from '@/components/ui/clsx';
import { formatCount } from '@/components/ui/format';
import { useDescriptors, useEditor } from '../use-editor';
import styles from './find-panel.module.css';
import { keyOfText, type Match, nameOfPlace } from './matches';

/** Number of matches in the list around the current one. */
const SHOWN = 100;
/** Number of characters before a match. */
const BEFORE = 24;

export interface FindResultsProps {
  matches: readonly Match[];
  /** Index of the current match. */
  at: number;
  onGo: (index: number) => void;
}

/** The matches with the text around them. */
export function FindResults({ matches, at, onGo }: FindResultsProps) {
  const document = useEditor((state) => state.document);
  const descriptors = useDescriptors();
  const list = useRef<HTMLUListElement>(null);
  // Scrolling of the list follows the current match.
  useEffect(() => {
    list.current?.querySelector(`[data-match="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  if (matches.length === 0) return null;
  const first = Math.max(0, Math.min(at - SHOWN / 2, matches.length - SHOWN));
  const shown = matches.slice(first, first + SHOWN);
  return (
    <>
      <ul ref={list} className={styles.results} aria-label="Matches">
        {shown.map((match, offset) => {
          const index = first + offset;
          return (
            <li key={`${keyOfText(match)}:${match.start}`}>
              <button
                type="button"
                data-match={index}
                className={clsx(styles.result, index === at && styles.current)}
                aria-current={index === at || undefined}
                onClick={() => onGo(index)}
              >
                <span className={styles.where}>
                  <b>{titleOf(document, match.stepId, descriptors)}</b> {nameOfPlace(match.place)}
                </span>
                <MatchText match={match} />
              </button>
            </li>
          );
        })}
      </ul>
      {matches.length > SHOWN && (
        <p className={styles.rest}>{formatCount(matches.length - SHOWN, 'more match', 'more matches')}</p>
      )}
    </>
  );
}

interface MatchTextProps {
  match: Match;
}

function MatchText({ match: { text, start, end } }: MatchTextProps) {
  const from = Math.max(0, start - BEFORE);
  return (
    <span className={styles.text}>
      {from > 0 && '…'}
      {text.slice(from, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end, end + 80)}
    </span>
  );
}
