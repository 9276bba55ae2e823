import type { WantedDeployment } from '../../adapters/clusters/provider';

/** A new deployment of two replicas on a cluster. */
export const wantedDeployment: WantedDeployment = {
  ...{ id: 'dep_1', name: '7b-chat', modelId: 'mdl_1', clusterId: 'gpu-east', runtime: 'vllm' },
  ...{ externalUrl: null, replicas: 2, resources: { gpu_count: 0 }, status: 'pending' },
  ...{ autoScaling: null, generation: 1, observed: 0, release: 1, previous: null },
};
