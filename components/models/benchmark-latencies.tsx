import { z } from 'zod';
import { formatCount } from '../ui/format';
import { VisuallyHidden } from '../ui/visually-hidden';
import styles from './benchmark-latencies.module.css';

export interface BenchmarkLatenciesProps {
  /** Output of a step. */
  output: unknown;
}

/** The part of the output of `model_benchmark` that is drawn; runs of earlier versions have no histogram. */
const measuredSchema = z.object({
  latency_histogram: z.array(z.object({ up_to_ms: z.number(), count: z.int() })).min(1),
  latency_p50: z.number().nullable(),
  latency_p99: z.number().nullable(),
});

type Measured = z.infer<typeof measuredSchema>;

const BAR = 10;
const HEIGHT = 48;
/** Minimum height of a bar, so that a single request is visible. */
const LEAST = 2;

/** The latencies of a benchmark as a histogram. Renders nothing for other outputs. */
export function BenchmarkLatencies({ output }: BenchmarkLatenciesProps) {
  const { data } = measuredSchema.safeParse(output);
  if (!data) return null;
  const { latency_histogram: buckets, latency_p50: p50, latency_p99: p99 } = data;
  const [from, to] = boundsOf(buckets);
  const most = Math.max(...buckets.map(({ count }) => count));
  const requests = buckets.reduce((sum, { count }) => sum + count, 0);
  const xOf = (ms: number) => (to === from ? BAR / 2 : ((ms - from) / (to - from)) * buckets.length * BAR);
  const marks = [
    { name: 'p50', ms: p50 },
    { name: 'p99', ms: p99 },
  ].flatMap(({ name, ms }) => (ms === null ? [] : [{ name, ms }]));
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.head}>
        <span>Latency of {formatCount(requests, 'request')}</span>
        {marks.map(({ name, ms }) => (
          <span key={name} className={styles.mark} data-mark={name}>
            {name} <b>{textOf(ms)}</b>
          </span>
        ))}
      </figcaption>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${buckets.length * BAR} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {buckets.map(({ up_to_ms, count }, index) => {
          const height = count === 0 ? 0 : Math.max(LEAST, (count / most) * HEIGHT);
          return (
            <rect key={up_to_ms} x={index * BAR} y={HEIGHT - height} width={BAR - 2} height={height}>
              <title>{`up to ${textOf(up_to_ms)}: ${count}`}</title>
            </rect>
          );
        })}
        {marks.map(({ name, ms }) => (
          <line key={name} data-mark={name} x1={xOf(ms)} x2={xOf(ms)} y1={0} y2={HEIGHT} />
        ))}
      </svg>
      <p className={styles.axis} aria-hidden>
        <span>{textOf(from)}</span>
        <span>{textOf(to)}</span>
      </p>
      <VisuallyHidden>
        <ul aria-label="Requests by latency">
          {buckets
            .filter(({ count }) => count > 0)
            .map(({ up_to_ms, count }) => (
              <li key={up_to_ms}>
                up to {textOf(up_to_ms)}: {formatCount(count, 'request')}
              </li>
            ))}
        </ul>
      </VisuallyHidden>
    </figure>
  );
}

/** The lowest and the highest latency: all buckets have the same width. */
function boundsOf(buckets: Measured['latency_histogram']): [number, number] {
  const first = buckets[0]?.up_to_ms ?? 0;
  const width = (buckets[1]?.up_to_ms ?? first) - first;
  return [Math.max(0, first - width), buckets.at(-1)?.up_to_ms ?? first];
}

function textOf(ms: number): string {
  return `${ms < 100 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`;
}
