import { closest } from '@/engine';

/** Whether this is the name of a time zone. */
export function isTimeZone(name: string): boolean {
  // Distances like +02:00 are no names: they do not know when clocks change.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The time zone most likely meant by a name that is none: by its city, else by its letters. */
export function nearestTimeZone(name: string): string | undefined {
  const names = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  const wanted = (name.split('/').at(-1) ?? '').trim().replaceAll(' ', '_');
  const cities = new Map(names.map((known) => [known.split('/').at(-1) ?? known, known]));
  const known = closest(name.trim().replaceAll(' ', '_'), names);
  if (known !== undefined) return known;
  const city = closest(wanted, cities.keys());
  return city === undefined ? undefined : cities.get(city);
}
