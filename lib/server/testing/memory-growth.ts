/**
 * Does some work, and measures by how many bytes the memory of the process (RSS) exceeded that of the beginning, at most.
 * For files named `*.isolated.integration.test.ts`: what other test files leave behind would count.
 */
export async function withMemoryGrowth<T>(work: () => Promise<T>): Promise<{ result: T; growth: number }> {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const watch = setInterval(look, 5);
  const result = await work().finally(() => clearInterval(watch));
  look();
  return { result, growth: most - before };
}
