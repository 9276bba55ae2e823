import { SearchError, type SearchToken } from './tokens';

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?$/;
const AGO = /^(\d{1,5})([mhd])$/;
const DURATION = /^([<>])=?(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/;

/** A date or an instant, in UTC without a zone, or a time before now: `7d`. As ISO 8601. @throws SearchError */
export function readInstant(token: SearchToken, now: number): string {
  const { value } = token;
  const [, amount, unit = ''] = AGO.exec(value) ?? [];
  if (amount !== undefined) return new Date(now - Number(amount) * (UNITS[unit] ?? 0)).toISOString();
  const at = DAY.test(value) || INSTANT.test(value) ? Date.parse(withZone(value)) : Number.NaN;
  if (Number.isNaN(at)) {
    throw new SearchError(
      `${token.name}: needs a date, a time or an age, not ${value || 'nothing'}. Examples: ${token.name}:2026-11-01, ${token.name}:2026-11-01T08:00Z, ${token.name}:7d.`,
      token,
    );
  }
  return new Date(at).toISOString();
}

function withZone(value: string): string {
  return DAY.test(value) || /(Z|[+-]\d{2}:\d{2})$/.test(value) ? value : `${value}Z`;
}

/** A limit of the duration. @throws SearchError */
export function readDuration(token: SearchToken): { isLonger: boolean; ms: number } {
  const [, sign, amount, unit = ''] = DURATION.exec(token.value) ?? [];
  if (amount === undefined) {
    throw new SearchError(
      `duration: needs a limit with a unit, not ${token.value || 'nothing'}. Examples: duration:>30s, duration:<5m.`,
      token,
    );
  }
  return { isLonger: sign === '>', ms: Number(amount) * (UNITS[unit] ?? 0) };
}
