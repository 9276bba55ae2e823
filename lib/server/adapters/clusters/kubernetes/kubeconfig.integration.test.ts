import { beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { type Authority, createAuthority } from '../testing/authority';
import { KubeconfigError, readKubeconfig } from './kubeconfig';

let authority: Authority;
let other: Authority;

beforeAll(async () => {
  [authority, other] = await Promise.all([createAuthority(), createAuthority()]);
});

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A kubeconfig with one context whose cluster and user hold this. */
const kubeconfig = (cluster: object, user: object, more: object = {}) =>
  stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'main',
    contexts: [
      { name: 'main', context: { cluster: 'east', user: 'pipes', namespace: 'x' } },
      { name: 'second', context: { cluster: 'east', user: 'nobody' } },
    ],
    clusters: [{ name: 'east', cluster: { server: 'https://k8s.example.org:6443/', ...cluster } }],
    users: [{ name: 'pipes', user }],
    ...more,
  });

const refusalOf = (source: string, context?: string): string => {
  try {
    readKubeconfig(source, context);
  } catch (error) {
    if (error instanceof KubeconfigError) return error.message;
    throw error;
  }
  return '';
};

describe('a kubeconfig', () => {
  test('has server, certificate authority and token of its current context', () => {
    const source = kubeconfig({ 'certificate-authority-data': base64(authority.ca) }, { token: 'abc' });
    expect(readKubeconfig(source)).toEqual({
      server: 'https://k8s.example.org:6443',
      authority: authority.ca,
      token: 'abc',
    });
    expect(readKubeconfig(source, 'main')).toEqual(readKubeconfig(source));
  });

  test('has a client certificate with its key, also as JSON', () => {
    const { key, cert } = authority.client;
    const user = { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) };
    const expected = { server: 'https://k8s.example.org:6443', identity: { cert, key } };
    const source = kubeconfig({}, user);
    expect(readKubeconfig(source)).toEqual(expected);
    expect(readKubeconfig(JSON.stringify(parse(source)))).toEqual(expected);
  });

  test.each([
    [
      'a command',
      {},
      { exec: { command: 'aws' } },
      'signs in with the command aws, which Pipewright does not run',
    ],
    ['an auth provider', {}, { 'auth-provider': { name: 'gcp' } }, 'auth provider'],
    ['no credentials', {}, {}, 'neither a token nor a client certificate'],
    ['a file of a token', {}, { tokenFile: '/etc/passwd' }, 'refers to a file of your machine'],
    ['a file of a certificate', {}, { 'client-certificate': '/a', 'client-key': '/b' }, 'refers to a file'],
    ['a file of an authority', { 'certificate-authority': '/ca.crt' }, { token: 'a' }, 'refers to a file'],
    ['a line break in a token', {}, { token: 'a\nb: c' }, 'a token with invalid characters'],
    [
      'no check of certificates',
      { 'insecure-skip-tls-verify': true },
      { token: 'a' },
      'sets insecure-skip-tls-verify',
    ],
    ['a proxy', { 'proxy-url': 'http://proxy' }, { token: 'a' }, 'needs a proxy'],
    ['another name for TLS', { 'tls-server-name': 'b' }, { token: 'a' }, 'tls-server-name'],
    ['plain HTTP', { server: 'http://k8s.example.org' }, { token: 'a' }, 'without an https:// address'],
    [
      'rubbish as authority',
      { 'certificate-authority-data': 'YWJj' },
      { token: 'a' },
      'invalid certificate-authority-data',
    ],
  ])('with %s is refused with a sentence', (_, cluster, user, why) => {
    expect(refusalOf(kubeconfig(cluster, user))).toContain(why);
  });

  test('with a key of another certificate is refused', () => {
    const user = {
      'client-certificate-data': base64(authority.client.cert),
      'client-key-data': base64(other.client.key),
    };
    expect(refusalOf(kubeconfig({}, user))).toContain('do not belong together');
  });

  test('names its contexts when the wanted one is missing', () => {
    const source = kubeconfig({}, { token: 'a' });
    expect(refusalOf(source, 'third')).toBe('The kubeconfig has no context third. Contexts: main, second.');
    expect(refusalOf(source, 'second')).toContain('has no user nobody');
    expect(refusalOf(kubeconfig({}, {}, { 'current-context': '' }))).toContain('no current context');
  });

  test.each([
    ['text', 'hello'],
    ['broken YAML with a token', 'token: sesame-3kd8\n  - {'],
    ['a list', '- 1'],
    ['other YAML', 'contexts: 5'],
    ['nothing', 'kind: Config'],
    ['an expansion bomb', `a: &a [x,x]\nb: &b [*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]\nd: [*c,*c,*c,*c]`],
  ])('that is %s is refused, without quoting it', (_, source) => {
    const message = refusalOf(source);
    expect(message).toMatch(/^The kubeconfig /);
    expect(message).not.toContain('sesame');
  });
});
