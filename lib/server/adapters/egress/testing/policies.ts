import type { EgressMode, EgressPolicy } from '../policy';
import { parseRule } from '../rules';

/** A policy in a few words, with rules as EGRESS_ALLOW writes them. */
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
