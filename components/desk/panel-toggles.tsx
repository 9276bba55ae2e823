'use client';

import { IconButton } from '@/components/ui/icon-button';
import { useDeskPanels } from './use-panels';

/** Buttons that open and close the panels beside the canvas. */
export function PanelToggles() {
  const panels = useDeskPanels();
  if (panels === undefined) return null;
  const { layout, toggle } = panels;
  return (
    <>
      <IconButton
        icon="panelLeft"
        label="Left panel"
        shortcut="Ctrl+B"
        pressed={layout.left !== 0}
        onClick={() => toggle('left')}
      />
      {layout.inspector !== 'sheet' && (
        <IconButton
          icon="panelRight"
          label="Inspector"
          shortcut="Ctrl+Alt+B"
          pressed={layout.inspector !== 0}
          onClick={() => toggle('inspector')}
        />
      )}
    </>
  );
}
