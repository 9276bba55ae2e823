import { describe, expect, test } from 'vitest';
import { builtInRuntimes } from './built-in';
import { commandOf, type ReplicaValues } from './command';
import { replicaEnvironment } from './environment';

const runtimes = builtInRuntimes({ node: '/usr/bin/node', root: '/srv/app' });
const replica: ReplicaValues = {
  modelPath: '/data/models/ab/cdef',
  port: 8101,
  name: 'support',
  threads: 1,
  gpus: [],
};

function named(name: string) {
  const runtime = runtimes.find((candidate) => candidate.name === name);
  if (runtime === undefined) throw new Error(`no runtime ${name}`);
  return runtime;
}

describe('commands of the built-in runtimes', () => {
  test('the embedded runtime is a program of the project, run by the same Node.js', () => {
    expect(commandOf(named('embedded'), replica, { PATH: '/bin' })).toEqual({
      file: '/usr/bin/node',
      args: [
        '/srv/app/scripts/embedded-runtime.mjs',
        '--model=/data/models/ab/cdef',
        '--port=8101',
        '--name=support',
        '--threads=1',
      ],
      env: { PATH: '/bin', NODE_LLAMA_CPP_SKIP_DOWNLOAD: 'true', NODE_ENV: 'production' },
    });
  });

  test('llama-server receives the model, its port and its threads', () => {
    const { file, args } = commandOf(named('llama-server'), { ...replica, threads: 2.9 }, {});
    expect([file, ...args].join(' ')).toBe(
      'llama-server --model /data/models/ab/cdef --host 127.0.0.1 --port 8101 --alias support --threads 2',
    );
  });

  test('vLLM and TGI split a model across the GPUs of the replica, and see no others', () => {
    const vllm = commandOf(named('vllm'), { ...replica, gpus: [2, 3] }, {});
    expect(vllm.args).toContain('--tensor-parallel-size=2');
    expect(vllm.env.CUDA_VISIBLE_DEVICES).toBe('2,3');
    const tgi = commandOf(named('tgi'), { ...replica, gpus: [0] }, {});
    expect(tgi.args).toContain('--num-shard=1');
    expect(tgi.env.CUDA_VISIBLE_DEVICES).toBe('0');
  });

  test('two replicas of TGI on one machine share no port', () => {
    const portsOf = (port: number, extraPorts: [number, number]) => {
      const { args, env } = commandOf(named('tgi'), { ...replica, port, extraPorts }, {});
      const given = args.flatMap((arg) => /^--(?:master-)?port=(\d+)$/.exec(arg)?.[1] ?? []);
      return [...given, env.PROMETHEUS_PORT];
    };
    expect(portsOf(8101, [8102, 8103])).toEqual(['8101', '8102', '8103']);
    expect(portsOf(8201, [8202, 8203])).toEqual(['8201', '8202', '8203']);
  });

  test('a replica without GPUs sees none', () => {
    expect(commandOf(named('llama-server'), replica, {}).env.CUDA_VISIBLE_DEVICES).toBe('');
  });

  test('no server downloads or reports anything', () => {
    for (const name of ['vllm', 'tgi']) {
      expect(commandOf(named(name), replica, {}).env).toMatchObject({
        HF_HUB_OFFLINE: '1',
        DO_NOT_TRACK: '1',
      });
    }
  });
});

describe('hostile names', () => {
  const HOSTILE = [
    'a b',
    'a --port 1',
    '$(reboot)',
    '`reboot`',
    '"; rm -rf /; "',
    "' --host 0.0.0.0",
    'a\n--host\n0.0.0.0',
    '{{port}}',
    '$&',
    '$1',
    '../../etc/passwd',
    '名前',
  ];

  test.each(runtimes.flatMap(({ name }) => HOSTILE.map((hostile) => [name, hostile] as const)))(
    '%s: %j stays inside one argument',
    (runtime, name) => {
      const harmless = commandOf(named(runtime), replica, {});
      const command = commandOf(named(runtime), { ...replica, name }, {});
      expect(command.file).toBe(harmless.file);
      expect(command.env).toEqual(harmless.env);
      expect(command.args).toEqual(harmless.args.map((argument) => argument.replace('support', () => name)));
    },
  );

  test.each(['--help', '-x'])('%s is never an argument of its own', (name) => {
    expect(() => commandOf(named('llama-server'), { ...replica, name }, {})).toThrow(
      /begins with "-", which programs read as an option\. Use another name\./,
    );
    expect(commandOf(named('embedded'), { ...replica, name }, {}).args).toContain(`--name=${name}`);
  });

  test('a NUL character is refused before the process starts', () => {
    expect(() => commandOf(named('vllm'), { ...replica, name: 'a\0b' }, {})).toThrow(
      /contains a NUL character/,
    );
  });
});

test('replicas inherit the environment that programs need, and no setting or key of the server', () => {
  const server = {
    PATH: '/usr/bin',
    HOME: '/home/app',
    LANG: 'C.UTF-8',
    LC_ALL: 'C',
    CUDA_HOME: '/usr/local/cuda',
    DATABASE_URL: 'postgres://me:secret@db/pipes',
    PIPEWRIGHT_KEY: 'key',
    PIPEWRIGHT_SECRET_hub: 'token',
    AWS_SECRET_ACCESS_KEY: 'key',
    HF_TOKEN: 'token',
    NODE_OPTIONS: '--require=/tmp/x.js',
    LD_PRELOAD: '/tmp/x.so',
    TZ: undefined,
  };
  expect(replicaEnvironment(server)).toEqual({
    PATH: '/usr/bin',
    HOME: '/home/app',
    LANG: 'C.UTF-8',
    LC_ALL: 'C',
    CUDA_HOME: '/usr/local/cuda',
  });
});
