import { metricsText } from '../prometheus';
import type { RequestContext } from './serve';

/** Sends metrics in the format of Prometheus. */
export async function sendMetrics({ app }: RequestContext): Promise<Response> {
  const text = (await app.metrics.text()) + metricsText(app.gateway.metrics());
  return new Response(text, {
    headers: { 'content-type': app.metrics.contentType, 'cache-control': 'no-store' },
  });
}
