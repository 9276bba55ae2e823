import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config';
import { isReachable, requirePrivateAddress } from './private-address';

const config = (env: Record<string, string>) => readConfig(env, '/srv/app');

describe('the address that the server listens on', () => {
  it.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1', '[::1]', '::ffff:127.0.0.1', '0x7f.1'])(
    'may be %s, which other machines do not reach',
    (HOST) => {
      expect(() => requirePrivateAddress(config({ HOST }))).not.toThrow();
      expect(isReachable(config({ HOST }))).toBe(false);
    },
  );

  it.each([
    '0.0.0.0',
    '::',
    '192.168.1.7',
    '10.0.0.1',
    'fd00::1',
    'pipes.example.org',
    'localhost.evil.test',
  ])('is refused as %s with an instruction, unless the settings allow it', (HOST) => {
    const refused = () => requirePrivateAddress(config({ HOST }));
    expect(refused).toThrow(ConfigError);
    expect(refused).toThrow(
      /^HOST \S+ is reachable from other machines, and Pipewright has no sign-in\. .*PIPEWRIGHT_ALLOW_UNAUTHENTICATED=1.*\.$/,
    );
    const allowed = config({ HOST, PIPEWRIGHT_ALLOW_UNAUTHENTICATED: '1' });
    expect(() => requirePrivateAddress(allowed)).not.toThrow();
    expect(isReachable(allowed)).toBe(true);
  });
});
