import { describe, expect, it } from 'vitest';
import { type EgressSetting, strictest } from '../adapters/egress/setting';
import { readConfig } from '../config';
import { type InstallationView, strictestOf } from '../store/installation-view';
import { FreshView } from './fresh-view';
import { livePolicy, UNKNOWN_TO_SERVER, unknownToCommandLine } from './policy';

const allow = [{ network: '10.0.0.0/8' }, { host: 'a.test', port: 443 }];

function policyOf(view: InstallationView | undefined, limits: Partial<EgressSetting> = {}, env = {}) {
  const fresh = new FreshView({ read: () => Promise.reject(new Error('away')) });
  if (view) fresh.accept(view);
  const config = readConfig(env, '/');
  return livePolicy(fresh, { config, limits, endpoints: [], unknown: UNKNOWN_TO_SERVER }).last;
}

const view = (egress?: EgressSetting): InstallationView => ({ id: 'ours', egress, endpoints: [] });

describe('the policy of a process', () => {
  it('is that of the installation, which its own settings narrow and never widen', () => {
    expect(policyOf(view({ mode: 'public', allow }), { mode: 'open' })).toMatchObject({
      mode: 'public',
      allow,
    });
    expect(policyOf(view({ mode: 'open', allow }), { mode: 'public' })).toMatchObject({
      mode: 'public',
      allow,
    });
    const own = [{ host: 'a.test', port: 443 }, { host: 'b.test' }];
    expect(policyOf(view({ mode: 'public', allow }), { allow: own }).allow).toEqual([allow[1]]);
  });

  it('is public without a web process, whatever the settings of the process', () => {
    expect(policyOf(view(), { mode: 'open', allow })).toMatchObject({ mode: 'public', allow: [] });
    expect(policyOf(undefined, { mode: 'open', allow })).toMatchObject({ mode: 'public', allow: [] });
  });

  it('contains the database and the Restate of the installation', () => {
    const env = {
      DATABASE_URL: 'postgres://me:pw@DB.internal/pipes',
      RESTATE_URL: 'http://Restate.internal:8080',
    };
    expect(policyOf(view(), {}, env).own.databases).toEqual([
      { host: 'db.internal', port: 5432 },
      { host: 'restate.internal', port: 8080, is: 'restate' },
      { host: 'restate.internal', port: 9070, is: 'restate' },
    ]);
  });

  it('follows the settings on a command line without a server, and is public by default', () => {
    expect(unknownToCommandLine({})).toMatchObject({ mode: 'public', allow: [] });
    expect(unknownToCommandLine({ mode: 'open', allow })).toMatchObject({ mode: 'open', allow });
  });
});

describe('web processes that disagree', () => {
  it('allow only what all of them allow', () => {
    const settings: EgressSetting[] = [
      { mode: 'open', allow },
      { mode: 'allowlist', allow: [{ network: '10.0.0.0/8' }] },
      { mode: 'public', allow },
    ];
    expect(strictestOf(settings)).toEqual({ mode: 'allowlist', allow: [{ network: '10.0.0.0/8' }] });
    expect(strictestOf([])).toBeUndefined();
  });

  it('do not treat a rule for one port as a rule for all ports', () => {
    const one: EgressSetting = { mode: 'public', allow: [{ host: 'a.test', port: 443 }] };
    expect(strictest(one, { allow: [{ host: 'a.test' }] }).allow).toEqual([]);
  });
});
