import { UnknownAction } from '@/components/actions/unknown-action';
import { catalogue } from '@/engine/actions';

/** Shown for a type that no action has. */
export default function UnknownActionPage() {
  const types = catalogue.descriptors.all.flatMap(({ type, aliases }) => [type, ...aliases]);
  return <UnknownAction types={types} />;
}
