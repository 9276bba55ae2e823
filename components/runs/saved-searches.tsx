'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keyOf, queryFor, readAgain } from '@/client/queries';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { useToast } from '@/components/ui/toast';
import { savedSearchEndpoints } from '@/lib/contracts/endpoints/saved-searches';
import type { Answer } from '@/lib/contracts/errors';
import type { SavedSearch } from '@/lib/contracts/saved-searches';
import type { SearchActions } from './search-actions';
import { SearchNameDialog } from './search-name-dialog';

export interface SavedSearchesProps {
  /** The search of the list; empty without one. */
  search: string;
  onSearch: (text: string) => void;
  actions: SearchActions;
}

type Dialog = 'save' | 'rename' | 'delete';

/** A menu of saved searches, which also saves, renames and deletes the shown one. */
export function SavedSearches({ search, onSearch, actions }: SavedSearchesProps) {
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<Dialog>();
  const list = useQuery(queryFor(savedSearchEndpoints.list, {}));
  const searches = list.data?.searches ?? [];
  const shown = searches.find((each) => each.search === search);

  const close = () => setDialog(undefined);
  const reload = async (change: Promise<Answer>): Promise<Answer> => {
    const answer = await change;
    await readAgain(queries, keyOf(savedSearchEndpoints.list));
    return answer;
  };

  return (
    <>
      <Menu align="end" trigger={<Button>Saved searches</Button>}>
        <MenuHeading>{headingOf(list.isError, searches.length)}</MenuHeading>
        {searches.map((each) => (
          <MenuItem
            key={each.id}
            {...(each.id === shown?.id ? { icon: 'check' } : {})}
            detail={each.search}
            onSelect={() => onSearch(each.search)}
          >
            {each.name}
          </MenuItem>
        ))}
        <MenuSeparator />
        {shown ? (
          <>
            <MenuItem icon="pencil" onSelect={() => setDialog('rename')}>
              Rename “{shown.name}”…
            </MenuItem>
            <MenuItem icon="trash" onSelect={() => setDialog('delete')}>
              Delete “{shown.name}”…
            </MenuItem>
          </>
        ) : (
          <MenuItem icon="plus" disabled={search === ''} onSelect={() => setDialog('save')}>
            Save this search…
          </MenuItem>
        )}
      </Menu>
      {dialog === 'save' && (
        <SearchNameDialog
          title="Save search"
          submitLabel="Save"
          search={search}
          save={(name) => reload(actions.addSearch({ name, search }))}
          onClose={close}
        />
      )}
      {dialog === 'rename' && shown && (
        <SearchNameDialog
          title="Rename saved search"
          submitLabel="Rename"
          name={shown.name}
          search={search}
          save={(name) => reload(actions.changeSearch({ id: shown.id, name, search }))}
          onClose={close}
        />
      )}
      {dialog === 'delete' && shown && (
        <DeleteDialog saved={shown} remove={() => reload(actions.removeSearch(shown.id))} onClose={close} />
      )}
    </>
  );
}

function headingOf(isError: boolean, count: number): string {
  if (isError) return 'Saved searches could not be loaded';
  return count === 0 ? 'No saved searches yet' : 'Saved searches';
}

interface DeleteDialogProps {
  saved: SavedSearch;
  remove: () => Promise<Answer>;
  onClose: () => void;
}

function DeleteDialog({ saved, remove, onClose }: DeleteDialogProps) {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    try {
      const answer = await remove();
      if (!answer.ok) toast({ title: answer.error.message, status: 'failed' });
    } catch {
      toast({ title: 'The search was not deleted: the server cannot be reached.', status: 'failed' });
    }
    onClose();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete “${saved.name}”?`}
      confirmLabel="Delete search"
      busy={isBusy}
      onConfirm={() => void confirm()}
    >
      <p>The saved search is deleted for all users of this installation. No run is deleted.</p>
    </ConfirmDialog>
  );
}
