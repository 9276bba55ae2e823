import { Tag } from '@/components/ui/tag';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useObservable, useSession } from '../use-editor';

/** That the pipeline is open in other tabs, perhaps of other people; nothing while it is not. */
export function PresencePill() {
  const count = useObservable(useSession().others, (tabs) => tabs.length);
  if (count === 0) return null;
  const words = count === 1 ? 'Also open in another tab' : `Also open in ${count} other tabs`;
  return (
    <Tag icon="user" title={`${words}. Edits of all tabs are merged.`}>
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </Tag>
  );
}
