import type { Call } from './handle';

/** What is measured, for Prometheus. */
export async function sendMetrics({ app }: Call<Record<string, string>>): Promise<Response> {
  const text = await app.metrics.text();
  return new Response(text, {
    headers: { 'content-type': app.metrics.contentType, 'cache-control': 'no-store' },
  });
}
