/** Class names joined by spaces, without absent and false values. */
export function clsx(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
