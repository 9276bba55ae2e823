import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config';
import { egressPolicyOf } from './settings';

const policy = (env: Record<string, string | undefined>, use?: 'command line') =>
  egressPolicyOf(readConfig(env, '/'), use);

describe('egressPolicyOf', () => {
  it.each([
    {},
    { HOST: 'localhost' },
    { HOST: '127.8.0.1' },
    { HOST: '::1' },
    { PIPEWRIGHT_HOSTS: 'localhost' },
  ])('is open for a server that only this machine reaches: %j', (env) =>
    expect(policy(env).mode).toBe('open'),
  );

  it.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '10.0.0.5' },
    { PIPEWRIGHT_HOSTS: 'pipes.example.org' },
  ])('is public for a server that others reach: %j', (env) => expect(policy(env).mode).toBe('public'));

  it('is what EGRESS_MODE says', () => {
    expect(policy({ EGRESS_MODE: 'allowlist' }).mode).toBe('allowlist');
    expect(policy({ EGRESS_MODE: 'open', HOST: '0.0.0.0' }).mode).toBe('open');
    expect(policy({ EGRESS_MODE: 'public' }, 'command line').mode).toBe('public');
  });

  it('is open on the command line', () =>
    expect(policy({ HOST: '0.0.0.0' }, 'command line').mode).toBe('open'));

  it('knows our own port and database', () => {
    const env = { PORT: '8080', DATABASE_URL: 'postgres://me:pw@DB.internal/pipes' };
    expect(policy(env).own).toEqual({ ports: [8080], databases: [{ host: 'db.internal', port: 5432 }] });
  });

  it('knows the Restate that runs are on, and where it reaches us', () => {
    const env = { RESTATE_URL: 'http://Restate.internal:8080', RESTATE_SERVICE_PORT: '9081' };
    expect(policy(env).own).toEqual({
      ports: [3000, 9081],
      databases: [
        { host: 'restate.internal', port: 8080, is: 'restate' },
        { host: 'restate.internal', port: 9070, is: 'restate' },
      ],
    });
  });
});
