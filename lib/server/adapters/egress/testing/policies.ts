import type { EgressMode, EgressPolicy } from '../policy';
import { parseRule } from '../rules';

/** A policy with rules in the notation of EGRESS_ALLOW. */
export function policyOf(
  mode: EgressMode,
  options: {
    allow?: string;
    ports?: number[];
    listeners?: { host: string; port: number }[];
    databases?: { host: string; port: number }[];
  } = {},
): EgressPolicy {
  const allow = (options.allow ?? '').split(',').flatMap((entry) => parseRule(entry) ?? []);
  const { ports = [], listeners = [], databases = [] } = options;
  return { mode, allow, own: { ports, listeners, databases } };
}
