import { resolve } from 'node:path';
import { z } from 'zod';
import { MAX_STEPS } from '@/engine';
import { parseS3Address } from './adapters/blobs/s3-address';
import type { BlobSettings, BlobsConfig } from './adapters/blobs/settings';
import type { PodService } from './adapters/clusters/kubernetes/service-account';
import { EGRESS_MODES } from './adapters/egress/policy';
import { parseRule } from './adapters/egress/rules';
import type { TracingSettings } from './adapters/otlp/settings';
import { tracingOf, tracingVariables } from './adapters/otlp/variables';
import { replicaEnvironment } from './adapters/runtimes/environment';
import type { RuntimeSettings } from './adapters/runtimes/settings';
import type { DatabaseSettings } from './db/settings';
import type { ListenerSettings } from './installation/endpoints';
import { type ModelBucketSettings, type ModelSettings, modelsOf, modelVariables } from './models/settings';
import { VERSION } from './release';
import { type RestateSettings, restateOf, restateVariables } from './restate/settings';
import type { KeepRule } from './retention/keep-rule';
import type { KeySettings } from './secrets';
import type { ConfiguredSettings } from './secrets/settings';
import {
  masterKeyList,
  SecretVariableError,
  secretsOf,
  settingsOf,
  settingVariables,
} from './secrets/variables';
import type { QueueSettings } from './services/queue-limit';

/** A setting is invalid; the message names the variable and its valid values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Default limit of open event streams for one client address. */
export const STREAMS_PER_CLIENT = 1000;

/** Every setting of the server, read and validated once at start. */
export interface Config
  extends DatabaseSettings,
    BlobSettings,
    KeySettings,
    ListenerSettings,
    ModelSettings,
    RuntimeSettings,
    QueueSettings {
  /** Whether other machines may reach the server without sign-in, from PIPEWRIGHT_ALLOW_UNAUTHENTICATED. @default false */
  readonly allowUnauthenticated: boolean;
  /** Limit of open event streams for one client address, from STREAMS_PER_CLIENT. @default 1000 */
  readonly streamsPerClient: number;
  /** How long the lease of a worker lasts without renewal, in ms. @default 10000 */
  readonly leaseMs: number;
  /** Runs that a worker executes concurrently, from PIPEWRIGHT_SLOTS. @default 64 */
  readonly slots: number;
  /** Port on which a worker answers health checks, from PIPEWRIGHT_HEALTH_PORT. @default none */
  readonly healthPort: number | undefined;
  /** Limit of steps in a pipeline that is saved or run, from PIPELINE_MAX_STEPS. @default 2000 */
  readonly maxSteps: number;
  /** The Restate server that drives new runs, from RESTATE_URL and related variables; undefined for the workers. */
  readonly restate: RestateSettings | undefined;
  /** Where traces of runs are exported, from OTEL_EXPORTER_OTLP_ENDPOINT and related variables. @default nowhere */
  readonly tracing: TracingSettings | undefined;
  /** Retention of runs, from RUNS_KEEP_DAYS and RUNS_KEEP_COUNT. @default 90 days, 10000 runs */
  readonly runsKeep: KeepRule;
  /** Newest versions of each pipeline that stay, from VERSIONS_KEEP_COUNT. @default 50 */
  readonly versionsKeep: number;
  /** Age at which files expire, in days, from FILES_KEEP_DAYS. @default 30 */
  readonly filesKeepDays: number;
  /**
   * Whether the bundled database is backed up every hour, from PIPEWRIGHT_BACKUPS, and how many backups are
   * retained.
   */
  readonly backups: { readonly isOn: boolean; readonly keep: number };
  /** From SMTP_URL, MAIL_FROM, SLACK_WEBHOOK_URL, TEAMS_WEBHOOK_URL, WEBHOOK_URL and WEBHOOK_SIGNING_KEY. */
  readonly settings: ConfiguredSettings;
  /** The Kubernetes cluster that this process is a pod of, from KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT. */
  readonly podService: PodService | undefined;
  /** Absolute path of the settings of deployments on Kubernetes clusters, from KUBERNETES_FILE. @default none */
  readonly kubernetesFile: string | undefined;
  /** Secrets for runs on the command line, from PIPEWRIGHT_SECRET_<name>. */
  readonly secrets: Readonly<Record<string, string>>;
}

const ruleList = z.string().transform((text, context) => {
  const entries = text.split(',').flatMap((part) => part.trim() || []);
  return entries.flatMap((entry) => {
    const rule = parseRule(entry);
    if (rule) return rule;
    context.addIssue(
      `must be a list of hosts, addresses or networks, like "db.internal:5432,*.example.org,10.0.0.0/8,[::1]:9000", but contains "${entry}"`,
    );
    return [];
  });
});

const HOST_NAME = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)$/;

const hostList = z.string().transform((text, context) => {
  const names = text.split(',').flatMap((part) => part.trim().toLowerCase() || []);
  return names.flatMap((name) => {
    if (HOST_NAME.test(name)) return [name];
    context.addIssue(
      `must be a list of host names without ports, like "pipes.example.org", but contains "${name}"`,
    );
    return [];
  });
});

/** A listen address is also an accepted host name; wildcard addresses name no host. */
function answersTo(host: string, hosts: readonly string[]): readonly string[] {
  if (['0.0.0.0', '::'].includes(host)) return hosts;
  return [...new Set([...hosts, host.includes(':') ? `[${host}]` : host.toLowerCase()])];
}

function isDatabaseUrl(text: string): boolean {
  return URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol);
}

const s3Address = z.string().transform((text, context) => {
  const address = parseS3Address(text);
  if (address) return address;
  context.addIssue('must look like s3://bucket/folder?endpoint=https://s3.example.org&region=us-east-1');
  return z.NEVER;
});

function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

const variables = z.object({
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, 'must look like postgres://user:password@host:5432/database')
    .optional(),
  PIPEWRIGHT_DATA_DIR: z.string().default('.data'),
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[^\s/]+$/, 'must be a host name or address')
    .default('127.0.0.1'),
  PIPEWRIGHT_HOSTS: hostList.default([]),
  PIPEWRIGHT_ALLOW_UNAUTHENTICATED: z.enum(['0', '1'], 'must be "1" or "0"').default('0'),
  STREAMS_PER_CLIENT: wholeNumber(1, 100_000).default(STREAMS_PER_CLIENT),
  EGRESS_MODE: z.enum(EGRESS_MODES, 'must be "open", "public" or "allowlist"').optional(),
  EGRESS_ALLOW: ruleList.default([]),
  PIPEWRIGHT_WORKER: z.enum(['on', 'off'], 'must be "on" or "off"').default('on'),
  PIPEWRIGHT_LEASE_MS: wholeNumber(1000, 600_000).default(10_000),
  PIPEWRIGHT_SLOTS: wholeNumber(1, 1000).default(64),
  PIPEWRIGHT_HEALTH_PORT: wholeNumber(1, 65_535).optional(),
  RUNS_QUEUE_LIMIT: wholeNumber(1, 10_000_000).default(10_000),
  RUNS_QUEUE_SHARE: wholeNumber(1, 100).default(50),
  PIPELINE_MAX_STEPS: wholeNumber(1, 1_000_000).default(MAX_STEPS),
  RUNS_KEEP_DAYS: wholeNumber(1, 36_500).default(90),
  RUNS_KEEP_COUNT: wholeNumber(1, 10_000_000).default(10_000),
  VERSIONS_KEEP_COUNT: wholeNumber(1, 10_000_000).default(50),
  FILES_URL: s3Address.optional(),
  FILES_ACCESS_KEY_ID: z.string().optional(),
  FILES_SECRET_ACCESS_KEY: z.string().optional(),
  FILES_KEEP_DAYS: wholeNumber(1, 36_500).default(30),
  PIPEWRIGHT_BACKUPS: z.enum(['hourly', 'off'], 'must be "hourly" or "off"').default('hourly'),
  PIPEWRIGHT_BACKUPS_KEEP: wholeNumber(1, 10_000).default(24),
  ...modelVariables,
  MODELS_STORE_URL: s3Address.optional(),
  RUNTIMES_FILE: z.string().optional(),
  KUBERNETES_FILE: z.string().optional(),
  PIPEWRIGHT_KEY: masterKeyList.default([]),
  KUBERNETES_SERVICE_HOST: z.string().optional(),
  KUBERNETES_SERVICE_PORT: wholeNumber(1, 65_535).default(443),
  ...settingVariables,
  ...restateVariables,
  ...tracingVariables,
});

/** @throws ConfigError when FILES_URL is set without both keys */
function blobsOf(values: z.infer<typeof variables>): BlobsConfig {
  const { FILES_URL, FILES_ACCESS_KEY_ID: accessKeyId, FILES_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (FILES_URL === undefined) return { kind: values.DATABASE_URL === undefined ? 'disk' : 'database' };
  if (accessKeyId === undefined) throw new ConfigError('FILES_ACCESS_KEY_ID must be set with FILES_URL.');
  if (secretAccessKey === undefined) {
    throw new ConfigError('FILES_SECRET_ACCESS_KEY must be set with FILES_URL.');
  }
  return { kind: 's3', ...FILES_URL, accessKeyId, secretAccessKey };
}

/** @throws ConfigError when only one of the keys of the source s3 is set */
function s3KeysOf(values: z.infer<typeof variables>) {
  const { MODELS_S3_ACCESS_KEY_ID: accessKeyId, MODELS_S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey };
  if (accessKeyId === undefined && secretAccessKey === undefined) return undefined;
  throw new ConfigError('MODELS_S3_ACCESS_KEY_ID and MODELS_S3_SECRET_ACCESS_KEY must be set together.');
}

/**
 * The bucket of models. Without keys of its own it uses those of FILES_URL.
 * @throws ConfigError
 */
function modelStoreOf(values: z.infer<typeof variables>): ModelBucketSettings | undefined {
  const { MODELS_STORE_URL: address, FILES_URL: files } = values;
  if (address === undefined) return undefined;
  const { MODELS_STORE_ACCESS_KEY_ID: ownId, MODELS_STORE_SECRET_ACCESS_KEY: ownSecret } = values;
  const hasOwn = ownId !== undefined || ownSecret !== undefined;
  const accessKeyId = hasOwn ? ownId : values.FILES_ACCESS_KEY_ID;
  const secretAccessKey = hasOwn ? ownSecret : values.FILES_SECRET_ACCESS_KEY;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new ConfigError(
      'MODELS_STORE_ACCESS_KEY_ID and MODELS_STORE_SECRET_ACCESS_KEY must be set with MODELS_STORE_URL.',
    );
  }
  const isSame = (['endpoint', 'bucket', 'prefix'] as const).every(
    (part) => String(files?.[part]) === String(address[part]),
  );
  // Each store deletes the contents that it does not know.
  if (isSame) throw new ConfigError('MODELS_STORE_URL must name a different folder than FILES_URL.');
  return { ...address, credentials: { accessKeyId, secretAccessKey } };
}

function podServiceOf(values: z.infer<typeof variables>): PodService | undefined {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = values;
  return host === undefined ? undefined : { host, port };
}

/** Empty variables count as unset: shells and compose files write unset variables that way. */
function present(env: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    Object.keys(variables.shape).flatMap((name) => {
      const value = env[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
}

/** Reads the settings from the environment. @throws ConfigError naming the first invalid variable */
export function readConfig(env: Readonly<Record<string, string | undefined>>, cwd: string): Config {
  const parsed = variables.safeParse(present(env));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}.`);
  }
  const values = parsed.data;
  return {
    root: cwd,
    databaseUrl: values.DATABASE_URL,
    dataDir: resolve(cwd, values.PIPEWRIGHT_DATA_DIR),
    port: values.PORT,
    host: values.HOST,
    hosts: answersTo(values.HOST, values.PIPEWRIGHT_HOSTS),
    allowUnauthenticated: values.PIPEWRIGHT_ALLOW_UNAUTHENTICATED === '1',
    streamsPerClient: values.STREAMS_PER_CLIENT,
    egressMode: values.EGRESS_MODE,
    egressAllow: values.EGRESS_ALLOW,
    runsWorker: values.PIPEWRIGHT_WORKER === 'on',
    leaseMs: values.PIPEWRIGHT_LEASE_MS,
    slots: values.PIPEWRIGHT_SLOTS,
    healthPort: values.PIPEWRIGHT_HEALTH_PORT,
    queueLimit: values.RUNS_QUEUE_LIMIT,
    queueSharePercent: values.RUNS_QUEUE_SHARE,
    maxSteps: values.PIPELINE_MAX_STEPS,
    runsKeep: { days: values.RUNS_KEEP_DAYS, count: values.RUNS_KEEP_COUNT },
    versionsKeep: values.VERSIONS_KEEP_COUNT,
    restate: restateOf(values),
    tracing: tracingOf(values, VERSION),
    blobs: blobsOf(values),
    filesKeepDays: values.FILES_KEEP_DAYS,
    models: modelsOf(values, cwd, { sourceCredentials: s3KeysOf(values), store: modelStoreOf(values) }),
    runtimes: {
      file: values.RUNTIMES_FILE && resolve(cwd, values.RUNTIMES_FILE),
      environment: replicaEnvironment(env),
    },
    backups: { isOn: values.PIPEWRIGHT_BACKUPS === 'hourly', keep: values.PIPEWRIGHT_BACKUPS_KEEP },
    masterKeys: values.PIPEWRIGHT_KEY,
    settings: settingsOf(values),
    podService: podServiceOf(values),
    kubernetesFile: values.KUBERNETES_FILE && resolve(cwd, values.KUBERNETES_FILE),
    secrets: secretVariables(env),
  };
}

function secretVariables(env: Readonly<Record<string, string | undefined>>) {
  try {
    return secretsOf(env);
  } catch (error) {
    throw error instanceof SecretVariableError ? new ConfigError(error.message) : error;
  }
}

/** The settings of this process. @throws ConfigError naming the first invalid variable */
export function readServerConfig(): Config {
  return readConfig(process.env, process.cwd());
}
