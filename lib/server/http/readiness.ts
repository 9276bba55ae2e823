import type { Call } from './handle';
import { jsonAnswer } from './json-answer';

/** Answers whether this process should be sent requests: 503 with the reasons when it should not. */
export async function sendReadiness({ app }: Call<Record<string, string>>): Promise<Response> {
  const readiness = await app.readiness();
  return jsonAnswer(readiness, readiness.status === 'ready' ? 200 : 503);
}
