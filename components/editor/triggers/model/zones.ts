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
  return formatIn(name) !== undefined;
}

/** The current offset of a zone: `UTC+1`, `UTC-3:30`; empty for UTC and for a zone that the browser does not know. */
export function offsetOf(zone: string, instant: Date): string {
  if (zone === 'UTC') return '';
  const parts = formatIn(zone)?.formatToParts(instant) ?? [];
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', 'UTC');
}

/** The format of times with the offset of a zone; undefined for an unknown zone. */
function formatIn(zone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' });
  } catch {
    // A RangeError: unknown zone.
    return undefined;
  }
}
