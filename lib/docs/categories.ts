import { CATEGORIES, type Category } from '@/engine/action';

/** Titles of the categories of actions. */
export const CATEGORY_TITLES: Readonly<Record<Category, string>> = {
  control: 'Control flow',
  deployment: 'Deployments',
  model: 'Models',
  cluster: 'Clusters',
  integration: 'Integrations',
};

/** The actions of one category. */
export interface CategoryGroup<A> {
  readonly category: Category;
  readonly title: string;
  readonly actions: readonly A[];
}

/** Actions by category, in catalogue order; categories without any are left out. */
export function byCategory<A extends { readonly category: Category }>(all: readonly A[]): CategoryGroup<A>[] {
  return CATEGORIES.flatMap((category) => {
    const actions = all.filter((action) => action.category === category);
    return actions.length === 0 ? [] : [{ category, title: CATEGORY_TITLES[category], actions }];
  });
}
