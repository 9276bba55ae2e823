'use client';

import { formatDuration } from '../../ui/format';
import { useNow } from '../../ui/use-time';
import styles from './chat.module.css';
import { type Exchange, figuresOf } from './use-chat';

export interface ChatFiguresRowProps {
  exchange: Exchange;
}

/** Time to first token, rate, duration and tokens of an answer, updated while it arrives. */
export function ChatFiguresRow({ exchange }: ChatFiguresRowProps) {
  const now = useNow(exchange.state === 'streaming' ? 'tenth' : undefined);
  const { firstTokenMs, tokensPerSecond: rate, elapsedMs, tokens } = figuresOf(exchange, now);
  const figures = [
    { label: 'first token', value: firstTokenMs === undefined ? '–' : formatDuration(firstTokenMs) },
    { label: 'tokens/s', value: rate === undefined ? '–' : rate.toFixed(1) },
    { label: 'elapsed', value: formatDuration(elapsedMs) },
    { label: 'tokens', value: tokens.toLocaleString('en') },
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
