/** The lowest indices of unassigned GPUs; undefined when there are too few. */
export function allotGpus(
  count: number,
  total: number,
  taken: ReadonlySet<number>,
): readonly number[] | undefined {
  const free = Array.from({ length: total }, (_, index) => index).filter((index) => !taken.has(index));
  return free.length < count ? undefined : free.slice(0, count);
}
