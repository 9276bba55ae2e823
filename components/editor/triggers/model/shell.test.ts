import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { callExample, quoted } from './shell';

/** Runs the example with a `curl` that only prints its arguments. */
function carryOut(script: string, env: Record<string, string>): string[] {
  const stand = `curl() { printf '%s\\0' "$@"; }\n`;
  const text = execFileSync('bash', ['-c', stand + script], {
    env: { NODE_ENV: 'test', PATH: '/usr/local/bin:/usr/bin:/bin', ...env },
  });
  return text.toString().split('\0').slice(0, -1);
}

describe('the example of a call', () => {
  const address = 'http://127.0.0.1:1/api/v1/hooks/t/token';

  it('sends JSON to the address', () => {
    const given = carryOut(callExample({ address, signature: undefined, header: undefined }), {});
    expect(given).toContain('{"hello": "world"}');
    expect(given.at(-1)).toBe(address);
  });

  it('signs the body as the webhook checks it', () => {
    const example = callExample({
      address,
      signature: { kind: 'body', header: 'x-hub-signature-256', prefix: 'sha256=', secret: 'github' },
      header: { name: 'x-token', secret: 'token' },
    });
    const given = carryOut(example, { SIGNING_SECRET: "it's a $ecret", HEADER_SECRET: 'abc' });
    const hex = createHmac('sha256', "it's a $ecret").update('{"hello": "world"}').digest('hex');
    expect(given).toContain(`x-hub-signature-256: sha256=${hex}`);
    expect(given).toContain('x-token: abc');
  });

  it.each([
    ["it's a $ecret", "it's a $ecret"],
    [`whsec_${Buffer.from('raw key').toString('base64')}`, 'raw key'],
  ])('signs id, time and body with %s according to Standard Webhooks', (secret, key) => {
    const signature = { kind: 'standard', header: '', prefix: '', secret: 'orders' } as const;
    const given = carryOut(callExample({ address, signature, header: undefined }), {
      SIGNING_SECRET: secret,
    });
    const sent = (name: string) => given.find((each) => each.startsWith(`${name}: `))?.slice(name.length + 2);
    const signed = `${sent('webhook-id')}.${sent('webhook-timestamp')}.{"hello": "world"}`;
    const expected = createHmac('sha256', key).update(signed).digest('base64');
    expect(sent('webhook-signature')).toBe(`v1,${expected}`);
    expect(Math.abs(Date.now() / 1000 - Number(sent('webhook-timestamp')))).toBeLessThan(60);
  });

  it('does not let a name from the form become a command', () => {
    const example = callExample({
      address,
      signature: {
        kind: 'body',
        header: `x'; touch /tmp/pwned; '`,
        prefix: '$(id)',
        secret: 'a\necho pwned',
      },
      header: undefined,
    });
    const given = carryOut(example, { SIGNING_SECRET: 'x' });
    expect(given.join(' ')).not.toContain('uid=');
    expect(given.some((part) => part.startsWith(`x'; touch /tmp/pwned; ': $(id)`))).toBe(true);
    expect(given[0]).toBe('-X');
    expect(quoted("a'b")).toBe(String.raw`'a'\''b'`);
  });
});
