/** A rule of a Role. */
export interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** The rights of the account of a cluster in the namespace of deployments. Chart, documentation and tests follow them. */
export const DEPLOYMENT_RIGHTS: readonly Rule[] = [
  { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'list', 'create', 'patch', 'delete'] },
  { apiGroups: ['apps'], resources: ['deployments/scale'], verbs: ['patch'] },
  {
    apiGroups: ['autoscaling'],
    resources: ['horizontalpodautoscalers'],
    verbs: ['get', 'list', 'create', 'patch', 'delete'],
  },
  {
    apiGroups: [''],
    resources: ['services', 'secrets'],
    verbs: ['get', 'list', 'create', 'patch', 'delete'],
  },
  { apiGroups: [''], resources: ['pods'], verbs: ['list'] },
  { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] },
  // With `access: proxy`.
  { apiGroups: [''], resources: ['services/proxy'], verbs: ['get', 'create'] },
];
