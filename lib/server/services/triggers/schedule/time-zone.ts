import { closest } from '@/engine';

/** Whether this is the name of a time zone. */
export function isTimeZone(name: string): boolean {
  // Offsets such as +02:00 are refused: they ignore daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The most similar time zone to an unknown name: by its city, otherwise by its letters. */
export function nearestTimeZone(name: string): string | undefined {
  const names = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  const wanted = (name.split('/').at(-1) ?? '').trim().replaceAll(' ', '_');
  const cities = new Map(names.map((known) => [known.split('/').at(-1) ?? known, known]));
  const known = closest(name.trim().replaceAll(' ', '_'), names);
  if (known !== undefined) return known;
  const city = closest(wanted, cities.keys());
  return city === undefined ? undefined : cities.get(city);
}
