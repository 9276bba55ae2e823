'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryFor } from '@/client/queries';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { MAX_ENTRIES, type PayloadEntry, type PayloadMatch } from '@/lib/contracts/payloads';
import {
  indexOf,
  type LaidOutPart,
  type Line,
  layOut,
  lineAt,
  type OpenPart,
  type Place,
  placeKey,
} from './layout';

/** A stored value of a run. */
export interface StoredValue {
  readonly id: string;
  readonly hash: string;
}

/** The state of a large tree. */
export interface LargeTreeState {
  readonly layout: LaidOutPart;
  /** Index of the active line. */
  readonly active: number;
  setActive(index: number): void;
  isOpen(at: Place): boolean;
  /** Opens or closes the list or object of a line. */
  toggle(line: Line, entry: PayloadEntry): void;
  /** Opens the parts around a match and makes it active. */
  reveal(match: PayloadMatch): Promise<void>;
}

const NOTHING: ReadonlyMap<string, OpenPart> = new Map();

/** React Query options of the page in which an entry is. The content of a hash never changes. */
export function pageQuery(stored: StoredValue, at: Place, position: number) {
  const from = Math.floor(position / MAX_ENTRIES) * MAX_ENTRIES;
  return {
    ...queryFor(runEndpoints.payloadEntries, { ...stored, at: placeKey(at), from }),
    staleTime: Number.POSITIVE_INFINITY,
  };
}

/** Open parts and the active line of a large tree. @param count entries of the whole value */
export function useLargeTree(stored: StoredValue, count: number): LargeTreeState {
  const queries = useQueryClient();
  const [open, setOpen] = useState(NOTHING);
  const [activeAt, setActiveAt] = useState<Place>([0]);
  const layout = useMemo(() => layOut({ at: [], path: [], count }, open), [open, count]);

  async function reveal({ at, path }: PayloadMatch) {
    // The parts around it: the whole value is always open.
    const depths = Array.from({ length: at.length - 1 }, (_, depth) => depth + 1);
    const parts = await Promise.all(
      depths.map(async (depth): Promise<OpenPart> => {
        const own = at.slice(0, depth);
        const page = await queries.fetchQuery(pageQuery(stored, own, at[depth] ?? 0));
        return { at: own, path: path.slice(0, depth), count: page.count };
      }),
    );
    setOpen((current) => new Map([...current, ...parts.map((part) => [placeKey(part.at), part] as const)]));
    setActiveAt(at);
  }

  return {
    layout,
    active: Math.min(indexOf(layout, activeAt), Math.max(0, layout.height - 1)),
    setActive(index) {
      const { part, position } = lineAt(layout, Math.min(Math.max(0, index), layout.height - 1));
      setActiveAt([...part.at, position]);
    },
    isOpen: (at) => open.has(placeKey(at)),
    toggle({ part, position }, entry) {
      if (!isOpenable(entry)) return;
      const at = [...part.at, position];
      const next = new Map(open);
      if (!next.delete(placeKey(at))) {
        next.set(placeKey(at), { at, path: [...part.path, entry.name], count: entry.size ?? 0 });
      }
      setOpen(next);
    },
    reveal,
  };
}

/** Whether an entry has entries. */
function isOpenable({ type, size }: PayloadEntry): boolean {
  return (type === 'array' || type === 'object') && (size ?? 0) > 0;
}
