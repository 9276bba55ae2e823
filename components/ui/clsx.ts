/** Class names joined by spaces; what is absent or false is left out. */
export function clsx(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
