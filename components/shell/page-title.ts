/** Template of page titles, with the page's own title at `%s`. */
export const TITLE_TEMPLATE = '%s · Pipewright';

/** The title of a page in its browser tab. */
export function pageTitle(title: string): string {
  return TITLE_TEMPLATE.replace('%s', () => title);
}
