import { ACTION_MARKS } from './action-marks';
import { clsx } from './clsx';
import { GENERAL_ICONS } from './general-icons';
import styles from './icon.module.css';

type ActionMark = keyof typeof ACTION_MARKS;

/** Name of a drawn icon: an action's mark, or one of the general icons. */
export type IconName = ActionMark | keyof typeof GENERAL_ICONS;

export interface IconProps {
  name: IconName;
  /** Edge in pixels. @default 16 */
  size?: 12 | 14 | 16 | 18 | 20 | 24;
  /** Accessible name; without it the icon is decorative. */
  label?: string;
  className?: string;
}

/** Line width on screen at every size, px. */
const STROKE = 1.5;

/** Renders an icon in the colour of the surrounding text. */
export function Icon({ name, size = 16, label, className }: IconProps) {
  const shared = {
    className: clsx(styles.icon, className),
    role: label === undefined ? 'presentation' : 'img',
    'aria-label': label,
    'aria-hidden': label === undefined,
  };
  if (!isActionMark(name)) {
    const General = GENERAL_ICONS[name];
    return <General {...shared} size={size} strokeWidth={STROKE} absoluteStrokeWidth />;
  }
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: a label is its alternative text; without one it is decoration.
    <svg {...shared} width={size} height={size} viewBox="0 0 16 16" strokeWidth={(STROKE * 16) / size}>
      {ACTION_MARKS[name]}
    </svg>
  );
}

function isActionMark(name: IconName): name is ActionMark {
  return Object.hasOwn(ACTION_MARKS, name);
}
