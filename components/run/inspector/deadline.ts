import { isJsonObject, type Json } from '@/engine';
import type { UnitSelection } from './selection';

/**
 * When a wait that checks a condition gives up, as ISO 8601; undefined for other waits. Time during which the run was
 * paused does not count.
 * @param pausedMs how long the run has been paused since it started
 */
export function deadlineOf(
  { attempt, descriptor, unit }: Pick<UnitSelection, 'attempt' | 'descriptor' | 'unit'>,
  pausedMs: number,
): string | undefined {
  const isPolling = descriptor?.params.properties?.poll_interval_seconds !== undefined;
  if (!attempt || !isPolling || unit?.wait?.reason !== 'timer') return undefined;
  const inputs = 'value' in attempt.inputs && isJsonObject(attempt.inputs.value) ? attempt.inputs.value : {};
  const given: Json | undefined = inputs.timeout_seconds;
  const seconds = given ?? descriptor?.params.properties?.timeout_seconds?.default;
  if (typeof seconds !== 'number') return undefined;
  const paused = Math.max(0, pausedMs - attempt.pausedMs);
  return new Date(Date.parse(attempt.startedAt) + seconds * 1000 + paused).toISOString();
}
