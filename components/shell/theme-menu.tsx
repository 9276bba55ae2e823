'use client';

import { IconButton } from '../ui/icon-button';
import { Menu } from '../ui/menu';
import { MenuHeading } from '../ui/menu-heading';
import { MenuRadio } from '../ui/menu-radio';
import styles from './rail.module.css';
import { useTheme } from './use-theme';

const CHOICES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Chooses light, dark or the system's theme. */
export function ThemeMenu() {
  const [theme, setTheme] = useTheme();
  return (
    <Menu
      side="right"
      align="end"
      trigger={
        <IconButton icon="half" iconSize={18} label="Theme" tooltipSide="right" className={styles.item} />
      }
    >
      <MenuHeading>Theme</MenuHeading>
      <MenuRadio value={theme} onValueChange={setTheme} choices={CHOICES} />
    </Menu>
  );
}
