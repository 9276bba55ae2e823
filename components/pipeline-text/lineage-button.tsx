'use client';

import { IconButton } from '@/components/ui/icon-button';
import { useLineageView } from './use-lineage-view';

export interface LineageButtonProps {
  /** As in expressions, or `steps.deploy.params.url`. */
  value: string;
  /** What the value is, for the name of the button: `URL`. */
  of: string;
  className?: string | undefined;
}

/** Shows where a value comes from and what reads it; nothing where the page has no place for it. */
export function LineageButton({ value, of, className }: LineageButtonProps) {
  const show = useLineageView();
  if (show === undefined) return null;
  return (
    <IconButton
      icon="lineage"
      size="sm"
      iconSize={12}
      label={`Lineage of ${of}`}
      className={className}
      onClick={() => show(value)}
    />
  );
}
