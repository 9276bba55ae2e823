import { pathKey, type ValueRow } from '@/components/json-tree/flatten';
import type { PayloadEntry } from '@/lib/contracts/payloads';
import type { Line } from './layout';

/** An entry as a line of a tree. */
export function toRow({ part, position }: Line, entry: PayloadEntry, isOpen: boolean): ValueRow {
  const { name, type, size, value, isCut } = entry;
  const path = [...part.path, name];
  const isList = type === 'array' || type === 'object';
  return {
    kind: 'value',
    id: pathKey(path),
    path,
    depth: part.at.length,
    name,
    value: isCut ? `${value}…` : value,
    type,
    size: isList ? (size ?? 0) : undefined,
    expanded: isOpen,
    position: position + 1,
    siblings: part.count,
  };
}
