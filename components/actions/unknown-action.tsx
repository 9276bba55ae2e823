'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { closest } from '@/engine';
import { FaultPage } from '../shell/fault-page';
import { Button } from '../ui/button';
import { actionHref } from './entry';

export interface UnknownActionProps {
  /** Every type and alias there is. */
  types: readonly string[];
}

/** Stands where no action has the type of the address. */
export function UnknownAction({ types }: UnknownActionProps) {
  const type = typeOf(usePathname());
  const near = closest(type, types);
  return (
    <FaultPage
      title="Action not found"
      reference={{ label: 'Action type', text: type }}
      actions={
        <>
          {near !== undefined && (
            <Button variant="primary" asChild>
              <Link href={actionHref(near)}>Go to {near}</Link>
            </Button>
          )}
          <Button asChild>
            <Link href="/actions">All actions</Link>
          </Button>
        </>
      }
    >
      {near === undefined ? 'Search for an action in the catalogue.' : `Did you mean ${near}?`}
    </FaultPage>
  );
}

function typeOf(path: string): string {
  const part = path.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    // Not everything that stands in an address can be decoded.
    return part;
  }
}
