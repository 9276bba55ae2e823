'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { closest } from '@/engine';
import { FaultPage } from '../shell/fault-page';
import { Button } from '../ui/button';
import { actionHref } from './entry';

export interface UnknownActionProps {
  /** All types and aliases. */
  types: readonly string[];
}

/** Shown when no action has the type in the URL. */
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
    // Some texts in a URL cannot be decoded.
    return part;
  }
}
