/** A metric. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  /** A counter only grows during the life of a process; a gauge may fall. */
  readonly type: 'counter' | 'gauge';
  /** One value, or one for each value of a label. */
  readonly value: number | { readonly label: string; readonly values: ReadonlyMap<string, number> };
}

/** The name of the label. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"');
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? '+Inf' : '-Inf';
}

function samples({ name, value }: Metric): string[] {
  if (typeof value === 'number') return [`${name} ${numberText(value)}`];
  return [...value.values].map(
    ([of, count]) => `${name}{${value.label}="${escapeLabel(of)}"} ${numberText(count)}`,
  );
}

/** Metrics in the text format of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics
    .flatMap((metric) => [
      `# HELP ${metric.name} ${escapeHelp(metric.help)}`,
      `# TYPE ${metric.name} ${metric.type}`,
      ...samples(metric),
    ])
    .map((line) => `${line}\n`)
    .join('');
}
