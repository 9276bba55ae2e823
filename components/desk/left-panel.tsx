'use client';

import { showPanels } from '@/components/editor/session';
import { useOpenPanels } from '@/components/editor/use-editor';
import { useDesk } from './desk-context';
import { PanelTabs } from './panel-tabs';
import { leftPanels, offeredIn } from './panels';

export interface LeftPanelProps {
  /** Whether the screen is too small for a canvas, onto which actions could be dragged. */
  narrow: boolean;
}

const WITHOUT_CANVAS = ['palette'] as const;

/** Palette, outline and runs. */
export function LeftPanel({ narrow }: LeftPanelProps) {
  const { mode, session } = useDesk();
  const { left } = useOpenPanels(session);
  const isOffered = offeredIn(mode, leftPanels).some(({ id }) => id === left);
  const isShown = isOffered && !(narrow && left === 'palette');
  return (
    <PanelTabs
      label="Left panel"
      panels={leftPanels}
      shown={isShown ? left : 'outline'}
      onShow={(next) => showPanels(session, { left: next })}
      {...(narrow ? { without: WITHOUT_CANVAS } : {})}
    />
  );
}
