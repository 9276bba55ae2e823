import type { Json } from '@/engine';
import { type ErrorBody, errorBodySchema } from '@/lib/contracts/errors';
import type { InterruptAnswer } from '@/lib/contracts/runs';

/** The server said no, or something that is none of its answers. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
  /** HTTP status. */
  readonly status: number;
  /** Undefined when the answer was not one of this server. */
  readonly code: ErrorBody['code'] | undefined;

  constructor(status: number, body: ErrorBody | undefined) {
    super(body?.message ?? `The server answered ${status}.`);
    this.status = status;
    this.code = body?.code;
  }
}

/** What can be asked of a run. Each settles once the server has kept it, not when it has been done. */
export interface RunCommands {
  /** @throws CommandRefused */
  cancel(runId: string): Promise<void>;
  /** @throws CommandRefused */
  pause(runId: string): Promise<void>;
  /** @throws CommandRefused */
  resume(runId: string): Promise<void>;
  /** Sends a value; under one key it is heard once. @throws CommandRefused */
  signal(runId: string, name: string, value: Json, options?: { idempotencyKey?: string }): Promise<void>;
  /** Says what became of an interrupted attempt. @throws CommandRefused */
  answer(
    runId: string,
    unit: { readonly step: string; readonly iteration?: readonly number[] },
    answer: InterruptAnswer,
  ): Promise<void>;
}

/**
 * Commands to the runs of a server.
 * @param server its address, such as `http://localhost:3000`
 */
export function commandRuns(
  server: string,
  options: { readonly fetch?: typeof fetch; readonly headers?: Readonly<Record<string, string>> } = {},
): RunCommands {
  const { fetch: send = fetch, headers } = options;

  async function post(runId: string, command: string, body: object, more: Record<string, string> = {}) {
    const url = new URL(`/api/v1/runs/${encodeURIComponent(runId)}/${command}`, server);
    const response = await send(url, {
      method: 'POST',
      headers: { ...headers, ...more, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.ok) return;
    const parsed = errorBodySchema.safeParse(await response.json().catch(() => undefined));
    throw new CommandRefused(response.status, parsed.success ? parsed.data : undefined);
  }

  return {
    cancel: (runId) => post(runId, 'cancel', {}),
    pause: (runId) => post(runId, 'pause', {}),
    resume: (runId) => post(runId, 'resume', {}),
    signal: (runId, name, value, { idempotencyKey } = {}) =>
      post(
        runId,
        'signals',
        { name, value },
        idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
      ),
    answer: (runId, unit, answer) => post(runId, 'answers', { ...unit, answer }),
  };
}
