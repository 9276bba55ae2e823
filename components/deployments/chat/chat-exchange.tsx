import { Button } from '../../ui/button';
import { formatCount, formatDuration } from '../../ui/format';
import { Notice } from '../../ui/notice';
import { StatusBadge } from '../../ui/status';
import styles from './chat.module.css';
import { type Exchange, figuresOf } from './use-chat';

export interface ChatExchangeProps {
  /** Name of the deployment. */
  name: string;
  exchange: Exchange;
  /** Sends the question again; only for the last exchange. */
  onRetry?: (() => void) | undefined;
}

/** A question with its answer. */
export function ChatExchange({ name, exchange, onRetry }: ChatExchangeProps) {
  const { question, answer, state, problem } = exchange;
  return (
    <li className={styles.exchange}>
      <p className={styles.who}>You</p>
      <p className={styles.question}>{question}</p>
      <p className={styles.who}>
        {name}
        {state === 'streaming' && (
          <StatusBadge status="running" quiet className={styles.streaming}>
            {answer === '' ? 'waiting' : 'streaming'}
          </StatusBadge>
        )}
        {state === 'stopped' && <span>stopped</span>}
      </p>
      {answer !== '' && <p className={styles.answer}>{answer}</p>}
      {problem && (
        <Notice status="failed" title={problem} alert>
          {onRetry && (
            <Button size="sm" icon="retrying" onClick={onRetry}>
              Try again
            </Button>
          )}
        </Notice>
      )}
      {state !== 'streaming' && answer !== '' && <p className={styles.meta}>{factsOf(exchange)}</p>}
    </li>
  );
}

function factsOf(exchange: Exchange): string {
  const { elapsedMs, firstTokenMs, tokens, tokensPerSecond: rate } = figuresOf(exchange, 0);
  return [
    formatDuration(elapsedMs),
    ...(firstTokenMs === undefined ? [] : [`first token ${formatDuration(firstTokenMs)}`]),
    formatCount(tokens, 'token'),
    ...(rate === undefined ? [] : [`${rate.toFixed(1)} tokens/s`]),
  ].join(' · ');
}
