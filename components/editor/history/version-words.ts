import { formatCount } from '@/components/ui/format';
import type { StepChange } from '@/engine';
import type { VersionChanges, VersionOrigin } from '@/lib/contracts/pipelines';

const ORIGINS: Readonly<Record<VersionOrigin, string>> = {
  run: 'Run',
  save: 'Saved',
  import: 'Imported',
  api: 'API',
  trigger: 'Trigger',
  replaced: 'Draft before it was replaced',
  autosave: 'Autosave',
};

/** How a version was made, for people. */
export function originText(origin: VersionOrigin): string {
  return ORIGINS[origin];
}

/** "2 steps added, 1 changed, params" */
export function changesText(changes: Omit<VersionChanges, 'keys'> & { keys: readonly string[] }): string {
  const counts = (['added', 'removed', 'changed'] as const).filter((kind) => changes[kind] > 0);
  const steps = counts.map((kind, index) =>
    index === 0 ? `${formatCount(changes[kind], 'step')} ${kind}` : `${changes[kind]} ${kind}`,
  );
  const parts = [...steps, ...changes.keys];
  return parts.length === 0 ? 'Order or formatting' : parts.join(', ');
}

/** The same, counted from a comparison. */
export function countChanges(changes: Iterable<StepChange>, keys: readonly string[]): VersionChanges {
  const count = { added: 0, removed: 0, changed: 0 };
  for (const { change } of changes) count[change] += 1;
  return { ...count, keys: [...keys] };
}

/** "v3" or "v3 Before the release" */
export function versionTitle({ version, name }: { version: number; name: string | null }): string {
  return name === null ? `v${version}` : `v${version} ${name}`;
}
