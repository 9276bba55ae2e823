import { z } from 'zod';
import { EGRESS_MODES, type EgressMode } from './policy';
import type { AllowRule } from './rules';

/** What pipelines may call, as a setting of one process or of the installation. */
export interface EgressSetting {
  readonly mode: EgressMode;
  readonly allow: readonly AllowRule[];
}

/** Applies until the setting is known: the internet only. */
export const PUBLIC_ONLY: EgressSetting = { mode: 'public', allow: [] };

const port = z.number().int().min(1).max(65_535).exactOptional();
const allowRule = z.union([z.object({ host: z.string(), port }), z.object({ network: z.string(), port })]);

/** The stored form of a setting. */
export const egressSetting = z.object({ mode: z.enum(EGRESS_MODES), allow: z.array(allowRule) });

/** What both settings allow; keys that `limits` omits are unlimited. */
export function strictest(setting: EgressSetting, limits: Partial<EgressSetting>): EgressSetting {
  const strictness = Math.max(
    EGRESS_MODES.indexOf(setting.mode),
    EGRESS_MODES.indexOf(limits.mode ?? setting.mode),
  );
  const { allow } = limits;
  const common = allow
    ? setting.allow.filter((rule) => allow.some((one) => isSameRule(one, rule)))
    : undefined;
  return { mode: EGRESS_MODES[strictness] ?? 'allowlist', allow: common ?? setting.allow };
}

export function isSameSetting(one: EgressSetting | undefined, other: EgressSetting | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const isCovered = (from: EgressSetting, by: EgressSetting) =>
    from.allow.every((rule) => by.allow.some((each) => isSameRule(each, rule)));
  return one.mode === other.mode && isCovered(one, other) && isCovered(other, one);
}

function isSameRule(one: AllowRule, other: AllowRule): boolean {
  const place = (rule: AllowRule) => ('host' in rule ? rule.host : rule.network);
  return place(one) === place(other) && one.port === other.port;
}
