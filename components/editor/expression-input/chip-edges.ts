import {
  type ExpressionMode,
  type ExpressionRegion,
  type ExpressionToken,
  expressionRegions,
  expressionTokens,
  type ReferenceToken,
} from './tokens';

/** A template with only one reference. The chip replaces its braces. */
export interface BareReference {
  readonly from: number;
  readonly to: number;
  /** Where the visible part begins and ends. */
  readonly shownFrom: number;
  readonly shownTo: number;
}

/** Two positions that look the same while the text between them is hidden. */
export interface ChipEdge {
  /** Position outside the chip. */
  readonly outer: number;
  /** Position inside the chip, at the same place on screen. */
  readonly inner: number;
  /** The chip that the edge belongs to. */
  readonly from: number;
  readonly to: number;
}

/** The templates of a text that are shown as a single chip. */
export function bareReferences(text: string, mode: ExpressionMode): BareReference[] {
  const tokens = expressionTokens(text, mode);
  return expressionRegions(text, mode).flatMap((region) => {
    const only = onlyReference(text, region, tokens);
    if (only === undefined) return [];
    return [
      {
        from: region.from,
        to: region.to,
        shownFrom: only.hidden[0]?.to ?? only.from,
        shownTo: region.innerTo,
      },
    ];
  });
}

function onlyReference(
  text: string,
  region: ExpressionRegion,
  tokens: readonly ExpressionToken[],
): ReferenceToken | undefined {
  if (!region.closed || region.innerFrom === region.from) return undefined;
  const inside = tokens.filter((token) => token.from >= region.innerFrom && token.to <= region.innerTo);
  const [only] = inside;
  if (inside.length !== 1 || only === undefined || !isReference(only)) return undefined;
  return text.slice(region.innerFrom, region.innerTo).trim() === text.slice(only.from, only.to)
    ? only
    : undefined;
}

/** Whether a token is a reference. */
export function isReference(token: ExpressionToken): token is ReferenceToken {
  return token.kind === 'reference';
}

/** All places where the cursor may be on either side of hidden text. */
export function chipEdges(text: string, mode: ExpressionMode): ChipEdge[] {
  const bare = bareReferences(text, mode);
  const edges = bare.flatMap(({ from, to, shownFrom, shownTo }) => [
    { outer: from, inner: shownFrom, from, to },
    { outer: to, inner: shownTo, from, to },
  ]);
  for (const token of expressionTokens(text, mode)) {
    if (!isReference(token) || bare.some((one) => one.from <= token.from && token.to <= one.to)) continue;
    const [lead] = token.hidden;
    if (lead?.from === token.from)
      edges.push({ outer: token.from, inner: lead.to, from: token.from, to: token.to });
  }
  return edges;
}

/**
 * The cursor position for a move to `next`: beside a chip instead of just inside it, unless the cursor was directly
 * beside it, as with the arrow keys, or inside.
 */
export function settleCursor(edges: readonly ChipEdge[], previous: number, next: number): number {
  const edge = edges.find((one) => one.inner === next && one.inner !== one.outer);
  if (edge === undefined || previous === edge.outer) return next;
  const wasInside = previous > edge.from && previous < edge.to;
  return wasInside ? next : edge.outer;
}
