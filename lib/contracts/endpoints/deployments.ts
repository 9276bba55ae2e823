import { deploymentMetricsInput, deploymentMetricsSchema } from '../deployment-metrics';
import * as contract from '../deployments';
import { defineEndpoint } from '../endpoint';

/** Operations on deployments. */
export const deploymentEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/v1/deployments',
    summary: 'Lists the deployments with their activity, newest first.',
    input: contract.deploymentListInput,
    answer: contract.deploymentListSchema,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/v1/deployments/:name',
    summary: 'Returns a deployment with its replicas and newest events.',
    input: contract.deploymentInput,
    answer: contract.deploymentDetailSchema,
    errors: ['not_found'],
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/v1/deployments',
    summary: 'Creates a deployment. The response does not wait for its replicas.',
    input: contract.createDeploymentInput,
    body: { bytes: 64 * 1024, levels: 16 },
    answer: contract.deploymentSummarySchema,
    statuses: { 202: 'The deployment was created.' },
    statusOf: () => 202,
    errors: ['conflict', 'unprocessable', 'too_large'],
  }),
  scale: defineEndpoint({
    method: 'POST',
    path: '/api/v1/deployments/:name/scale',
    summary: 'Changes the number of replicas. The response does not wait for them.',
    input: contract.scaleDeploymentInput,
    body: { bytes: 4096, levels: 4 },
    answer: contract.deploymentSummarySchema,
    errors: ['not_found', 'conflict', 'unprocessable', 'too_large'],
  }),
  release: defineEndpoint({
    method: 'POST',
    path: '/api/v1/deployments/:name/releases',
    summary:
      'Releases another model, runtime or other resources: replicas are replaced one by one. The response does not wait for them.',
    input: contract.releaseDeploymentInput,
    body: { bytes: 4096, levels: 4 },
    answer: contract.deploymentSummarySchema,
    errors: ['not_found', 'conflict', 'unprocessable', 'too_large'],
  }),
  limit: defineEndpoint({
    method: 'PUT',
    path: '/api/v1/deployments/:name/limit',
    summary: 'Sets the rate limit. It applies to the next request.',
    input: contract.limitDeploymentInput,
    body: { bytes: 4096, levels: 4 },
    answer: contract.deploymentSummarySchema,
    errors: ['not_found', 'conflict', 'too_large'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/v1/deployments/:name',
    summary: 'Deletes a deployment: its requests in flight end, then its replicas stop.',
    input: contract.deploymentInput,
    answer: contract.deploymentSummarySchema,
    errors: ['not_found'],
  }),
  keys: defineEndpoint({
    method: 'GET',
    path: '/api/v1/deployments/:name/keys',
    summary: 'Lists the keys of a deployment, without their values.',
    input: contract.deploymentInput,
    answer: contract.deploymentKeyListSchema,
    errors: ['not_found'],
  }),
  createKey: defineEndpoint({
    method: 'POST',
    path: '/api/v1/deployments/:name/keys',
    summary: 'Creates a key for callers of a deployment. Only this response contains it.',
    input: contract.createKeyInput,
    body: { bytes: 4096, levels: 4 },
    answer: contract.createdKeySchema,
    errors: ['not_found', 'too_large'],
  }),
  revokeKey: defineEndpoint({
    method: 'DELETE',
    path: '/api/v1/deployments/:name/keys/:key_id',
    summary: 'Revokes a key. Requests with it are refused from now on.',
    input: contract.revokeKeyInput,
    answer: contract.deploymentKeySchema,
    errors: ['not_found'],
  }),
  metrics: defineEndpoint({
    method: 'GET',
    path: '/api/v1/deployments/:name/metrics',
    summary:
      'Returns what the gateways measured: requests, refusals, latencies, load and the state of the rate limit.',
    input: deploymentMetricsInput,
    answer: deploymentMetricsSchema,
    errors: ['not_found'],
  }),
};
