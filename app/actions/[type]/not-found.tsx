import { UnknownAction } from '@/components/actions/unknown-action';
import { catalogue } from '@/engine/actions';

/** Shown for an unknown action type. */
export default function UnknownActionPage() {
  const types = catalogue.descriptors.all.flatMap(({ type, aliases }) => [type, ...aliases]);
  return <UnknownAction types={types} />;
}
