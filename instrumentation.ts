/** Opens the server before the first request: migrations, worker, signals. Next calls it once per process. */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: Next replaces this while building, so that no other runtime bundles the server
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startWebServer } = await import('@/lib/server');
  await startWebServer();
}
