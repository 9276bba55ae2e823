import { type ChannelSetting, SETTING_VARIABLES } from '@/lib/contracts/secrets';
import { Icon } from '../ui/icon';
import styles from './channel-list.module.css';

export interface ChannelStateProps extends Pick<ChannelSetting, 'name' | 'from'> {
  /** Its key is missing, or does not open it. */
  isUnreadable: boolean;
}

/** Whether a setting is set, and where. */
export function ChannelState({ name, from, isUnreadable }: ChannelStateProps) {
  if (from === 'nowhere') {
    return (
      <span className={styles.mark}>
        <Icon name="minus" size={14} />
        Not set
      </span>
    );
  }
  if (isUnreadable) {
    return (
      <span className={styles.mark} data-status="failed">
        <Icon name="err" size={14} />
        Not readable
      </span>
    );
  }
  return (
    <span className={styles.mark} data-status="completed">
      <Icon name="check" size={14} />
      {from === 'here' ? 'Set' : `Set by environment variable ${SETTING_VARIABLES[name]}`}
    </span>
  );
}
