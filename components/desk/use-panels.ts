'use client';

import { createContext, use, useMemo } from 'react';
import { usePageSize } from '@/components/editor/use-page-size';
import { useTextScale } from '@/components/ui/use-text-scale';
import { inspectorLimits, layoutPanels, leftLimits, type PanelLayout, type Side } from './panel-layout';
import { usePanelChoice, usePanelSize } from './panel-memory';

/** The panels beside the canvas. */
export interface DeskPanels {
  readonly layout: PanelLayout;
  setSize(side: Side, size: number): void;
  /** Opens a closed panel and closes an open one; the choice is stored in this browser. */
  toggle(side: Side): void;
  open(side: Side): void;
}

/** Set by `Desk`; undefined on phones, where panels are below each other. */
export const PanelsContext = createContext<DeskPanels | undefined>(undefined);

/** The panels beside the canvas; undefined where they are below each other. */
export function useDeskPanels(): DeskPanels | undefined {
  return use(PanelsContext);
}

const STATES = ['open', 'closed'] as const;
const SIDES = ['inspector', 'left'] as const;

/** Divides the page between the canvas and its panels. */
export function usePanels(): DeskPanels {
  const page = usePageSize().width;
  const textScale = useTextScale();
  const left = usePanelSize('left', leftLimits(textScale));
  const inspector = usePanelSize('inspector', inspectorLimits({ page, textScale }));
  const [leftState, setLeft] = usePanelChoice('panel.left', STATES);
  const [inspectorState, setInspector] = usePanelChoice('panel.inspector', STATES);
  const [favoured, favour] = usePanelChoice('panel.favoured', SIDES);
  return useMemo(() => {
    const layout = layoutPanels({
      page,
      textScale,
      left: { isOpen: leftState === 'open', size: left.size },
      inspector: { isOpen: inspectorState === 'open', size: inspector.size },
      favoured,
    });
    const setState = (side: Side, state: (typeof STATES)[number]) =>
      (side === 'left' ? setLeft : setInspector)(state);
    const open = (side: Side) => {
      setState(side, 'open');
      favour(side);
    };
    return {
      layout,
      open,
      setSize: (side, size) => (side === 'left' ? left : inspector).setSize(size),
      toggle: (side) => (layout[side] === 0 ? open(side) : setState(side, 'closed')),
    };
  }, [page, textScale, left, inspector, leftState, inspectorState, favoured, setLeft, setInspector, favour]);
}
