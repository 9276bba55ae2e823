import type { ByteSource } from '../byte-source';
import { LARGE_NUMBERS, type Outline, type OutlineNode } from '../outline';
import type { StoredText } from './container';

/** A stored value with its outline, for a comparison. */
export function storedText({ source, outline }: { source: ByteSource; outline: Outline }): StoredText {
  return { source, nodes: new Map(outline.nodes.map((node) => [node.start, node])) };
}

/** Several stored values as the items of one list, which is never put together. */
export function listOfTexts(items: readonly StoredText[]): StoredText {
  const placed: PlacedText[] = [];
  let end = 1;
  for (const text of items) {
    placed.push({ text, start: end });
    end += text.source.bytes + 1;
  }
  const moved = placed.flatMap(({ text, start }) =>
    [...text.nodes.values()].map((node) => movedNode(node, start)),
  );
  const root: OutlineNode = {
    ...{ kind: 'array', start: 0, end, count: items.length, large: [] },
    marks: placed.flatMap(({ start }, index) => (index === 0 ? [] : [index, start])),
  };
  const nodes = new Map([...moved, root].map((node) => [node.start, node]));
  return { source: { bytes: end, read: (from, to) => readList(placed, from, to) }, nodes };
}

interface PlacedText {
  readonly text: StoredText;
  /** Where it begins in the list. */
  readonly start: number;
}

function movedNode(node: OutlineNode, by: number): OutlineNode {
  return {
    ...{ ...node, start: node.start + by, end: node.end + by },
    marks: node.marks.map((number, index) => (index % 2 === 0 ? number : number + by)),
    // Of the numbers of a large entry, the second to the fourth are places.
    large: node.large.map((number, index) =>
      index % LARGE_NUMBERS === 0 || index % LARGE_NUMBERS === LARGE_NUMBERS - 1 ? number : number + by,
    ),
  };
}

/** A range of `[item,item]`. */
async function readList(items: readonly PlacedText[], from: number, to: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(to - from, ',');
  if (from === 0) bytes.write('[');
  const last = items.at(-1);
  if (last && to > last.start + last.text.source.bytes) bytes.write(']', bytes.length - 1);
  for (const { text, start } of items) {
    const [first, end] = [Math.max(from, start), Math.min(to, start + text.source.bytes)];
    if (first < end) bytes.set(await text.source.read(first - start, end - start), first - from);
  }
  return bytes;
}
