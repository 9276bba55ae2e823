/** Matches accessible names that begin with these words, such as a card's: title, action, status. */
export function beginningWith(words: string): RegExp {
  return new RegExp(`^${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
}
