/** Titles of pages, with the page's own at `%s`. */
export const TITLE_TEMPLATE = '%s · Pipewright';

/** The title of a page as its tab shows it. */
export function pageTitle(title: string): string {
  return TITLE_TEMPLATE.replace('%s', () => title);
}
