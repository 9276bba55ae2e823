/** Zones whose names changed in the IANA time zone database: browsers accept both names, and many list only the former one. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  'Africa/Asmara': 'Africa/Asmera',
  'America/Argentina/Buenos_Aires': 'America/Buenos_Aires',
  'America/Argentina/Catamarca': 'America/Catamarca',
  'America/Argentina/Cordoba': 'America/Cordoba',
  'America/Argentina/Jujuy': 'America/Jujuy',
  'America/Argentina/Mendoza': 'America/Mendoza',
  'America/Atikokan': 'America/Coral_Harbour',
  'America/Indiana/Indianapolis': 'America/Indianapolis',
  'America/Kentucky/Louisville': 'America/Louisville',
  'America/Nuuk': 'America/Godthab',
  'Asia/Ho_Chi_Minh': 'Asia/Saigon',
  'Asia/Kathmandu': 'Asia/Katmandu',
  'Asia/Kolkata': 'Asia/Calcutta',
  'Asia/Yangon': 'Asia/Rangoon',
  'Atlantic/Faroe': 'Atlantic/Faeroe',
  'Europe/Kyiv': 'Europe/Kiev',
  'Pacific/Chuuk': 'Pacific/Truk',
  'Pacific/Kanton': 'Pacific/Enderbury',
  'Pacific/Pohnpei': 'Pacific/Ponape',
};

/** The name that a zone had before; undefined for most. */
export function formerName(zone: string): string | undefined {
  return FORMER_NAMES[zone];
}

function currentName(zone: string): string {
  const renamed = Object.keys(FORMER_NAMES).find((name) => FORMER_NAMES[name] === zone);
  return renamed !== undefined && isZone(renamed) ? renamed : zone;
}

/** The time zone of the browser. */
export function ownZone(): string {
  return currentName(Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC');
}

/** Every time zone that the browser knows, by its current name; UTC first. */
export function allZones(): readonly string[] {
  const named = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC');
  return ['UTC', ...new Set(named.map(currentName).sort())];
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
