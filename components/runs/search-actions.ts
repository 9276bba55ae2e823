import type { Answer } from '@/lib/contracts/errors';
import type { AddSearchInput, ChangeSearchInput } from '@/lib/contracts/saved-searches';

/** Server actions of saved searches, passed as props. */
export interface SearchActions {
  readonly addSearch: (input: AddSearchInput) => Promise<Answer>;
  readonly changeSearch: (input: ChangeSearchInput) => Promise<Answer>;
  readonly removeSearch: (id: string) => Promise<Answer>;
}
