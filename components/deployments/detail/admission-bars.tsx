import type { DeploymentMetrics } from '@/lib/contracts/deployment-metrics';
import styles from './admission-bars.module.css';
import { type Sample, samplesOf } from './series';

export interface AdmissionBarsProps {
  /** Metrics of the last hour. */
  metrics: DeploymentMetrics;
  /** Current time by the clock of the browser, in ms. */
  now: number;
}

/** Height of the view box, which is stretched to the panel. */
const HEIGHT = 32;
const STEP = 6;
/** Minimum height of a bar, so that a single request is visible. */
const LEAST = 1.5;

/** Stacked bars of the admitted and refused requests of each minute. */
export function AdmissionBars({ metrics, now }: AdmissionBarsProps) {
  const samples = samplesOf(metrics, now);
  const { requests, limited } = metrics.totals;
  const counts = samples.map((sample) => countsOf(sample, metrics.step_seconds));
  const most = Math.max(1, ...counts.map(({ allowed, refused }) => allowed + refused));
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(LEAST, (count / most) * HEIGHT));
  const allowedText = (requests - limited).toLocaleString('en');
  const refusedText = limited.toLocaleString('en');
  return (
    <div>
      <p className={styles.head}>
        <span>Allowed and refused, last hour</span>
        <span>
          <b>{allowedText}</b> · <b data-status={limited > 0 ? 'retrying' : undefined}>{refusedText} × 429</b>
        </span>
      </p>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${samples.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Allowed and refused, last hour: ${allowedText} allowed, ${refusedText} refused`}
      >
        {counts.map(({ at, allowed, refused }, index) => {
          const below = heightOf(allowed);
          const above = heightOf(refused);
          return (
            <g key={at}>
              <rect
                x={index * STEP}
                y={HEIGHT - below}
                width={STEP - 2}
                height={below}
                className={styles.allowed}
              />
              <rect
                x={index * STEP}
                y={Math.max(0, HEIGHT - below - above)}
                width={STEP - 2}
                height={above}
                className={styles.refused}
              />
            </g>
          );
        })}
      </svg>
    </div>
  );
}

function countsOf({ at, requestsPerSecond, limited }: Sample, seconds: number) {
  return { at, allowed: Math.round(requestsPerSecond * seconds) - limited, refused: limited };
}
