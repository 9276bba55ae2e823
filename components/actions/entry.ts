import type { ActionDescriptor } from '@/engine';

/** An action as lists of the catalogue show it. */
export type CatalogueEntry = Pick<
  ActionDescriptor,
  'type' | 'aliases' | 'title' | 'description' | 'icon' | 'category'
>;

/** The fields of the catalogue that lists need, without schemas. */
export function catalogueEntries(all: readonly ActionDescriptor[]): CatalogueEntry[] {
  return all.map(({ type, aliases, title, description, icon, category }) => ({
    type,
    aliases,
    title,
    description,
    icon,
    category,
  }));
}

/** The address of an action's page. */
export function actionHref(type: string): string {
  return `/actions/${encodeURIComponent(type)}`;
}
