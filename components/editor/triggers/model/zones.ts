/** The time zone of the browser. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** Every time zone that the browser knows by name; UTC first. */
export function allZones(): readonly string[] {
  const named = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC');
  return ['UTC', ...named];
}

/** Whether the browser knows a zone. The server may know others. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // A RangeError: unknown zone.
    return false;
  }
}

/** The current offset of a zone: `UTC+1`, `UTC-3:30`; empty for UTC. */
export function offsetOf(zone: string, instant: Date): string {
  if (zone === 'UTC') return '';
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(
    instant,
  );
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', 'UTC');
}
