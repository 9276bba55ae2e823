import type { Category } from '@/engine';

/** What people call the categories of actions. */
export const CATEGORY_TITLES: Readonly<Record<Category, string>> = {
  control: 'Control flow',
  deployment: 'Deployments',
  model: 'Models',
  cluster: 'Clusters',
  integration: 'Integrations',
};
