import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Received, startService } from './service';

/** Receivers of notifications on this machine: a fake Slack, and a webhook. */
export interface Chat {
  /** The address of an incoming webhook, as from Slack: whoever has it may post. */
  readonly slackUrl: string;
  readonly hookUrl: string;
  /** What was posted to Slack, oldest first. */
  readonly messages: readonly Received[];
  /** What was posted to the webhook, oldest first. */
  readonly posts: readonly Received[];
  /** Makes Slack refuse the next message with a `Retry-After` of this many seconds. */
  busyOnce(seconds: number): void;
  close(): Promise<void>;
}

const SLACK = '/services/T0000/B0000/e7Yq0mXcWbTz';
const HOOK = '/hooks/incidents';
/** Slack's response to an accepted message. */
const OK = { content: 'ok' };

/** Starts both on a free port. */
export async function startChat(): Promise<Chat> {
  const service = await startService();
  const postedTo = (path: string) => service.requests.filter((request) => request.path === path);
  service.answer(SLACK, OK);
  service.answer(HOOK, { status: 204, content: '' });
  return {
    slackUrl: `${service.url}${SLACK}`,
    hookUrl: `${service.url}${HOOK}`,
    get messages() {
      return postedTo(SLACK);
    },
    get posts() {
      return postedTo(HOOK);
    },
    busyOnce: (seconds) => {
      const busy = { status: 429, content: 'rate_limited', headers: { 'retry-after': String(seconds) } };
      service.answer(SLACK, busy, OK);
    },
    close: () => service.close(),
  };
}

/** Whether a post has a valid signature. */
export function isSignedWith(key: string, { headers, body }: Received): boolean {
  const signature = String(headers['x-pipewright-signature']);
  const [, seconds = '', hex = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  const expected = createHmac('sha256', key).update(`${seconds}.${body}`).digest();
  const given = Buffer.from(hex, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
