import { z } from 'zod';
import { defineAction } from '../../action';
import {
  autoScalingSchema,
  cpuCoresSchema,
  DEFAULT_DEPLOY_SECONDS,
  dnsLabelSchema,
  gpuCountSchema,
  IF_EXISTS,
  memoryGbSchema,
  READ_STATUSES,
  replicasSchema,
} from '../../deployments';
import { seconds } from '../../fields';

const params = z.object({
  model_id: z.string().min(1).max(200).meta({ widget: 'model' }).describe('Model to deploy.'),
  cluster_id: z
    .string()
    .min(1)
    .max(100)
    .meta({ widget: 'cluster' })
    .describe('Cluster to deploy on: local, the machine that Pipewright runs on, or a Kubernetes cluster.'),
  deployment_name: dnsLabelSchema
    .meta({ secrets: 'refused' })
    .describe('Name of the deployment. It is part of the endpoint URL.'),
  replicas: replicasSchema.default(1).describe('Number of replicas at the start.'),
  auto_scaling: autoScalingSchema
    .meta({ widget: 'json', variant: 'a' })
    .optional()
    .describe('Limits and targets for changing the number of replicas automatically.'),
  gpu_count: gpuCountSchema.default(0).meta({ variant: 'b' }).describe('GPUs of each replica.'),
  memory_gb: memoryGbSchema
    .meta({ unit: 'GB', variant: 'b' })
    .optional()
    .describe('Memory of each replica. A replica that uses more is restarted.'),
  cpu_cores: cpuCoresSchema.meta({ variant: 'b' }).optional().describe('CPU cores of each replica.'),
  runtime: z
    .string()
    .min(1)
    .max(100)
    .meta({ variant: 'added', secrets: 'refused' })
    .optional()
    .describe('Runtime that serves the model. Default: the first installed runtime that can load the model.'),
  external_url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .meta({ variant: 'added', secrets: 'refused', address: 'web' })
    .optional()
    .describe('Base URL of a running OpenAI-compatible server, without /v1. No replicas are started.'),
  if_exists: z
    .enum(IF_EXISTS)
    .default('fail')
    .meta({ variant: 'added' })
    .describe(
      'What to do when a deployment with this name exists. reuse waits for it and returns it unchanged, if it serves the same model on the same cluster. update replaces its replicas one by one, and keeps the old ones when the new ones do not become ready.',
    ),
  timeout_seconds: seconds()
    .min(1)
    .default(DEFAULT_DEPLOY_SECONDS)
    .meta({ variant: 'added' })
    .describe(
      'Timeout for all replicas to become ready. The step fails when it is exceeded; the deployment is kept.',
    ),
});

/** Creates a deployment and waits until its replicas are ready. docs/deployments.md. */
export const deploymentCreate = defineAction({
  type: 'deployment_create',
  title: 'Create deployment',
  description: 'Serve a model at an endpoint and wait until its replicas are ready.',
  icon: 'deployment_create',
  sentence: 'Deploy {model_id} on {cluster_id} as {deployment_name}',
  category: 'deployment',
  aliases: ['create_deployment'],
  spellings: { endpoint_name: 'deployment_name', name: 'deployment_name' },
  effect: 'write',
  idempotent: true,
  params,

  docs: {
    variants: { a: 'deployment_create', b: 'deployment_create' },
    examples: [
      {
        title: 'One replica on this machine',
        step: {
          id: 'deploy',
          params: { model_id: '{{params.model_id}}', cluster_id: 'local', deployment_name: 'support' },
        },
      },
      {
        title: 'Two replicas with limits, and up to six under load',
        step: {
          id: 'deploy',
          params: {
            model_id: '{{params.model_id}}',
            cluster_id: 'local',
            deployment_name: 'support',
            replicas: 2,
            cpu_cores: 1,
            memory_gb: 2,
            auto_scaling: { enabled: true, min_replicas: 2, max_replicas: 6, target_ongoing_requests: 4 },
            timeout_seconds: 900,
          },
        },
      },
      {
        title: 'Rolling update without downtime',
        step: {
          id: 'release',
          params: {
            model_id: '{{params.model_id}}',
            cluster_id: 'local',
            deployment_name: 'support',
            if_exists: 'update',
          },
        },
      },
      {
        title: 'Existing server',
        step: {
          id: 'deploy',
          params: {
            model_id: 'support-v4',
            cluster_id: 'local',
            deployment_name: 'support',
            external_url: 'https://inference.example.org',
          },
        },
      },
    ],
    failures: {
      timeout:
        'not all replicas are ready within timeout_seconds. The message says what the deployment waits for.',
      invalid_params: 'the model, the runtime or the cluster does not exist.',
      rejected:
        'the name is taken, the cluster has too little capacity, no runtime loads the model, or no replica became ready. The message contains the last lines that the replica printed. An update whose replicas do not become ready is rolled back.',
    },
    notes: [
      'A step that runs again finds the deployment that it created, and starts it again if it failed.',
      'A deployment stays when the run ends or is cancelled.',
      'An update keeps the address, keys, rate limit and events of the deployment. Only the model, the runtime, the resources, replicas and autoscaling change.',
    ],
  },

  output: z.object({
    deployment_id: z.string().describe('ID of the deployment.'),
    endpoint_url: z
      .string()
      .describe('Base URL of the endpoint. Clients append paths such as /v1/chat/completions.'),
    status: z.enum(READ_STATUSES).describe('Status of the deployment. wait_until reads the current one.'),
    ready_replicas: z.int().describe('Number of ready replicas. wait_until reads the current one.'),
  }),
  current: { action: 'deployment_status', from: 'output', fields: ['deployment_id'] },

  async run(given, ctx) {
    const { runtime, external_url: externalUrl, auto_scaling: autoScaling } = given;
    const made = await ctx.deployments.create(
      {
        name: given.deployment_name,
        modelId: given.model_id,
        clusterId: given.cluster_id,
        replicas: given.replicas,
        ...(runtime === undefined ? {} : { runtime }),
        ...(externalUrl === undefined ? {} : { externalUrl }),
        resources: {
          ...(given.cpu_cores === undefined ? {} : { cpu_cores: given.cpu_cores }),
          ...(given.memory_gb === undefined ? {} : { memory_gb: given.memory_gb }),
          gpu_count: given.gpu_count,
        },
        ...(autoScaling === undefined ? {} : { autoScaling }),
        ifExists: given.if_exists,
      },
      ctx.deadline(given.timeout_seconds),
    );
    return {
      deployment_id: made.id,
      endpoint_url: made.endpointUrl,
      status: made.status,
      ready_replicas: made.readyReplicas,
    };
  },
});
