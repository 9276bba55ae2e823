'use client';

import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { ExpressionInput } from '../../expression-input/expression-input';
import { useFormScope } from '../form-context';
import { SECRETS_PAGE, secretIn, useSecretNames, writeSecret } from '../secret-names';
import { looksSecret } from '../suggestions';
import { textOf } from '../text';
import type { WidgetProps } from '../widget-props';
import styles from './secret.module.css';

/** A secret value: a stored secret as a chip, or text, with a warning when it may be a secret. */
export function SecretWidget(props: WidgetProps) {
  const { id, label, value, onChange, path, problems, invalid, describedBy } = props;
  const { stepId, names } = useFormScope();
  const text = textOf(value);
  const name = secretIn(text);
  const choose = (next: string) => onChange(writeSecret(next));
  if (name !== undefined) {
    return (
      <div className={styles.row}>
        <SecretMenu
          label={`Secret of ${label}: ${name}`}
          id={id}
          describedBy={describedBy}
          chosen={name}
          onChoose={choose}
        >
          <Icon name="key" size={14} />
          <span className={styles.name}>{name}</span>
        </SecretMenu>
        <IconButton
          icon="x"
          size="sm"
          iconSize={14}
          label={`Enter ${label} without a secret`}
          onClick={() => onChange('')}
        />
      </div>
    );
  }
  return (
    <>
      <div className={styles.row}>
        <ExpressionInput
          id={id}
          label={label}
          value={text}
          onChange={(next) => onChange(next)}
          mode="template"
          stepId={stepId}
          names={names}
          problems={problems.filter((problem) => problem.path === path)}
          invalid={invalid}
          describedBy={[looksSecret(text) ? `${id}-open` : '', describedBy ?? ''].filter(Boolean).join(' ')}
          placeholder="{{secrets.…}}"
          {...(props.focusAt === undefined ? {} : { focusAt: props.focusAt })}
        />
        <SecretMenu label={`Choose a secret for ${label}`} chosen={undefined} onChoose={choose}>
          <Icon name="key" size={14} />
        </SecretMenu>
      </div>
      <p id={`${id}-open`} className={styles.warning} role="status">
        {looksSecret(text) && (
          <>
            <Icon name="warn" size={14} label="warning" />
            <span>
              Everyone who can read this pipeline can read this value.{' '}
              <a href={SECRETS_PAGE} target="_blank" rel="noreferrer">
                Store the value as a secret
              </a>{' '}
              and select the secret here.
            </span>
          </>
        )}
      </p>
    </>
  );
}

interface SecretMenuProps {
  id?: string;
  label: string;
  describedBy?: string | undefined;
  chosen: string | undefined;
  onChoose: (name: string) => void;
  children: React.ReactNode;
}

/** A menu of the known secrets by name, with a link to add another. */
function SecretMenu({ id, label, describedBy, chosen, onChoose, children }: SecretMenuProps) {
  const names = useSecretNames();
  return (
    <Menu
      align="end"
      trigger={
        <Button id={id} aria-label={label} aria-describedby={describedBy} className={styles.trigger}>
          {children}
          <Icon name="down" size={14} />
        </Button>
      }
    >
      {names.map((name) => (
        <MenuItem key={name} icon={name === chosen ? 'check' : 'key'} onSelect={() => onChoose(name)}>
          {name}
        </MenuItem>
      ))}
      {names.length > 0 && <MenuSeparator />}
      <MenuItem icon="ext" onSelect={() => window.open(SECRETS_PAGE, '_blank', 'noopener')}>
        Add secret…
      </MenuItem>
    </Menu>
  );
}
