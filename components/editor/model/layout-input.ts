import type { Position } from '@/engine';

/** A card to place. */
export interface LayoutCard {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** An edge between two cards. */
export interface LayoutEdge {
  readonly from: string;
  readonly to: string;
  /** How far its handle is below the first one of the card. @default 0 */
  readonly offset?: number;
  /** Width of the label at its beginning. @default 0 */
  readonly label?: number;
}

/** The input of the layout: plain data, so that it can be sent to a worker. */
export interface LayoutInput {
  readonly cards: readonly LayoutCard[];
  readonly edges: readonly LayoutEdge[];
  /** Top left corner of the drawing. */
  readonly origin: Position;
  /** Whether columns that do not fit beside each other go on in a row below. @default false */
  readonly inRows?: boolean;
}

export type Positions = Record<string, Position>;
