import { clsx } from './clsx';
import styles from './icon.module.css';
import { ICON_SHAPES } from './icon-shapes';

/** Name of a drawn icon. */
export type IconName = keyof typeof ICON_SHAPES;

/** Any name may come from a catalogue at run time, so other strings are taken too. */
export type IconNameOrOther = IconName | (string & {});

export interface IconProps {
  name: IconNameOrOther;
  /** Edge in pixels. @default 16 */
  size?: 12 | 14 | 16 | 18 | 20 | 24;
  /** Spoken name; without it the icon is decoration. */
  label?: string;
  className?: string;
}

/** True for a name that has a drawing. */
export function isIconName(name: string): name is IconName {
  return Object.hasOwn(ICON_SHAPES, name);
}

/** Draws an icon in the colour of the text around it; an unknown name gives a neutral square. */
export function Icon({ name, size = 16, label, className }: IconProps) {
  return (
    <svg
      className={clsx(styles.icon, className)}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      // The stroke stays 1.5 px on screen at every size.
      strokeWidth={24 / size}
      role={label === undefined ? 'presentation' : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      {isIconName(name) ? ICON_SHAPES[name] : <rect x="3" y="3" width="10" height="10" rx="2" />}
    </svg>
  );
}
