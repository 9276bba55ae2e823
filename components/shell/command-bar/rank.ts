import type { BarItem } from './bar-item';

const NONE = 0;
/** Added to recently used entries, less for each later one: more than one grade of a match. */
const RECENT = 15;

/** How well a text matches a word: 0 for not at all. */
export function matchOf(word: string, text: string): number {
  if (text === word) return 100;
  if (text.startsWith(word)) return 90;
  const at = text.indexOf(word);
  if (at > 0) return isWordStart(text, at) ? 80 : 60;
  return fuzzyMatch(word, text);
}

/**
 * The entries that match every word of a query, best first. Without a query, recent ones come first and the others keep
 * their order.
 * @param recent ids of entries, the last used one first
 */
export function rankItems(items: readonly BarItem[], query: string, recent: readonly string[]): BarItem[] {
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const places = new Map(recent.map((id, index) => [id, index]));
  return items
    .map((item) => ({ item, score: scoreOf(item, words), place: places.get(item.id) }))
    .filter(({ score }) => score > NONE)
    .map(({ item, score, place }) => ({
      item,
      score: score + (place === undefined ? 0 : RECENT + (recent.length - place) / recent.length),
    }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

/** The mean over all words; each may match the label, the detail or the keywords. */
function scoreOf({ label, detail = '', keywords = '', kind }: BarItem, words: readonly string[]): number {
  if (words.length === 0) return 1;
  const title = label.toLowerCase();
  const rest = [detail, kind].map((text) => text.toLowerCase());
  const more = keywords.toLowerCase();
  const scores = words.map((word) =>
    Math.max(
      matchOf(word, title),
      ...rest.map((text) => matchOf(word, text) - 10),
      more.includes(word) ? 40 : NONE,
    ),
  );
  if (scores.some((score) => score <= NONE)) return NONE;
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** Whether the letters of a word occur in this order; better when they begin words or follow each other. */
function fuzzyMatch(word: string, text: string): number {
  let from = 0;
  let good = 0;
  for (const letter of word) {
    const at = text.indexOf(letter, from);
    if (at < 0) return NONE;
    if (at === from || isWordStart(text, at)) good += 1;
    from = at + 1;
  }
  return word.length < 2 || good * 2 < word.length ? NONE : 20 + (20 * good) / word.length;
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
}
