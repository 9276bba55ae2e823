import * as contract from '../clusters';
import { defineEndpoint } from '../endpoint';

/** The longest kubeconfig with each character escaped, and the other fields. */
const KUBECONFIG = { bytes: 6 * contract.MAX_KUBECONFIG_LENGTH + 64 * 1024, levels: 2 } as const;

/** Operations on clusters. None of them returns credentials. */
export const clusterEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/v1/clusters',
    summary: 'Lists the clusters, without their credentials.',
    answer: contract.clusterListSchema,
  }),
  health: defineEndpoint({
    method: 'GET',
    path: '/api/v1/clusters/:id/health',
    summary: 'Checks a cluster now: status, nodes and free resources, or why the check failed.',
    input: contract.clusterIdInput,
    answer: contract.clusterCheckSchema,
    errors: ['not_found'],
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/api/v1/clusters',
    summary: 'Adds a Kubernetes cluster with a kubeconfig, or with the service account of this pod.',
    input: contract.addClusterInput,
    body: KUBECONFIG,
    answer: contract.storedClusterSchema,
    statuses: { 201: 'The cluster was added.' },
    statusOf: () => 201,
    errors: ['invalid', 'conflict', 'too_large'],
  }),
  test: defineEndpoint({
    method: 'POST',
    path: '/api/v1/clusters/test',
    summary: 'Checks a Kubernetes cluster without adding it.',
    input: contract.clusterConnectionInput,
    body: KUBECONFIG,
    answer: contract.clusterCheckSchema,
    errors: ['invalid', 'too_large'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/v1/clusters/:id',
    summary: 'Removes a cluster from this installation. The cluster itself stays as it is.',
    input: contract.clusterIdInput,
    answer: contract.storedClusterSchema,
    errors: ['not_found'],
  }),
};
