'use client';

import Link from 'next/link';
import { actionHref } from '@/components/actions/entry';
import { untoldAction } from '@/components/pipeline-text/untold-action';
import { CategoryIcon } from '@/components/ui/category';
import { Icon } from '@/components/ui/icon';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { Popover } from '@/components/ui/popover';
import { Tag } from '@/components/ui/tag';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { type ActionDescriptor, type Effect, effectOf, type StepDocument } from '@/engine';
import { removeItems } from '../commands/remove';
import { typeName } from '../form/fields';
import { setStepField, toggleDisabled } from '../model/edits';
import { selectSteps } from '../model/selection';
import { useCommandContext } from '../use-commands';
import { useEditorStore } from '../use-editor';
import actionReferenceStyles from './action-reference.module.css';
import { focusField } from './focus-field';
import styles from './step-header.module.css';
import { StepId } from './step-id';

export interface StepHeaderProps {
  step: StepDocument;
  descriptor: ActionDescriptor | undefined;
}

const EFFECT_TITLES: Readonly<Record<Exclude<Effect, 'none'>, string>> = {
  read: 'This action reads external data',
  write: 'This action changes external data',
  destructive: 'This action deletes external data',
};

/** The header of a step: icon, title, id, side effects, and the action where title and id do not name it. */
export function StepHeader({ step, descriptor }: StepHeaderProps) {
  const store = useEditorStore();
  const context = useCommandContext();
  const effect = descriptor === undefined ? 'none' : effectOf(descriptor, step.params ?? {});
  const rename = (title: string) => {
    store.edit(
      `Rename ${step.id}`,
      (document) => setStepField(document, step.id, 'name', title === '' ? undefined : title),
      { coalesce: `${step.id}.name` },
    );
  };
  return (
    <header className={styles.header}>
      <VisuallyHidden>
        <h2>{step.name ?? descriptor?.title ?? step.action}</h2>
      </VisuallyHidden>
      <div className={styles.top}>
        <CategoryIcon
          category={descriptor?.category ?? 'param'}
          icon={descriptor?.icon ?? 'warn'}
          size="md"
        />
        <input
          className={styles.title}
          aria-label="Step title"
          data-field="name"
          value={step.name ?? ''}
          placeholder={descriptor?.title ?? step.action}
          spellCheck={false}
          onChange={(event) => rename(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
        />
        {descriptor && (
          <Popover
            label={`About ${descriptor.title}`}
            align="end"
            trigger={<IconButton icon="book" size="sm" label="About this action" />}
          >
            <ActionReference descriptor={descriptor} />
          </Popover>
        )}
        {context.tryStep && (
          <IconButton
            icon="play"
            size="sm"
            label="Run this step"
            onClick={() => context.tryStep?.(step.id, 'only')}
          />
        )}
        <StepMenu step={step} />
      </div>
      <div className={styles.sub}>
        <StepId step={step} />
        <StepAction step={step} descriptor={descriptor} />
        {effect !== 'none' && (
          <Tag
            icon="bolt"
            className={styles.effect}
            status={effect === 'destructive' ? 'failed' : undefined}
            title={EFFECT_TITLES[effect]}
          >
            {effect}
          </Tag>
        )}
      </div>
      {descriptor && <p className={styles.about}>{descriptor.description}</p>}
    </header>
  );
}

/** The action of a step whose title and id do not name it. */
function StepAction({ step, descriptor }: StepHeaderProps) {
  const { id, action } = step;
  const title = step.name?.trim() ? step.name : (descriptor?.title ?? action);
  const name = untoldAction({ title, id, action, descriptor });
  if (name === undefined) return null;
  return (
    <>
      <span aria-hidden="true">·</span>
      <span className={styles.action} title={action} data-field="action">
        {name}
      </span>
    </>
  );
}

interface ActionReferenceProps {
  descriptor: ActionDescriptor;
}

/** Description, parameters and output of an action, from its descriptor. */
function ActionReference({ descriptor }: ActionReferenceProps) {
  const { title, type, aliases, description, params, output } = descriptor;
  const required = new Set(params.required ?? []);
  return (
    <div className={actionReferenceStyles.reference}>
      <h3 className={actionReferenceStyles.title}>{title}</h3>
      <p className={actionReferenceStyles.names}>{[type, ...aliases].join(', ')}</p>
      <p>{description}</p>
      <h4 className={actionReferenceStyles.heading}>Parameters</h4>
      <dl className={actionReferenceStyles.facts}>
        {Object.entries(params.properties ?? {}).map(([name, schema]) => (
          <div key={name}>
            <dt>
              {name}
              {required.has(name) ? ' *' : ''}{' '}
              <span className={actionReferenceStyles.type}>{typeName(schema)}</span>
            </dt>
            <dd>{schema.description}</dd>
          </div>
        ))}
      </dl>
      <h4 className={actionReferenceStyles.heading}>Outputs</h4>
      <dl className={actionReferenceStyles.facts}>
        {Object.entries(output.properties ?? {}).map(([name, schema]) => (
          <div key={name}>
            <dt>
              {name} <span className={actionReferenceStyles.type}>{typeName(schema)}</span>
            </dt>
            <dd>{schema.description}</dd>
          </div>
        ))}
      </dl>
      <p className={actionReferenceStyles.more}>
        <Link href={actionHref(type)} target="_blank">
          Examples, errors and accepted spellings
          <Icon name="ext" size={12} label="opens in a new tab" />
        </Link>
      </p>
    </div>
  );
}

interface StepMenuProps {
  step: StepDocument;
}

/** The menu of commands for the step. */
function StepMenu({ step }: StepMenuProps) {
  const store = useEditorStore();
  const context = useCommandContext();
  const remove = (reconnects: boolean) =>
    removeItems(context, { selection: selectSteps(step.id), reconnects });
  const isOff = step.disabled === true;
  return (
    <Menu align="end" trigger={<IconButton icon="more" size="sm" label="More" />}>
      {context.tryStep && (
        <>
          <MenuItem icon="play" onSelect={() => context.tryStep?.(step.id, 'only')}>
            Run this step
          </MenuItem>
          <MenuItem onSelect={() => context.tryStep?.(step.id, 'up_to')}>Run up to here</MenuItem>
          <MenuItem onSelect={() => context.tryStep?.(step.id, 'from')}>Run from here</MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem icon="pencil" onSelect={() => focusField(step.id, 'id')}>
        Rename ID
      </MenuItem>
      <MenuItem
        icon="copy"
        onSelect={() => void navigator.clipboard.writeText(JSON.stringify(step, null, 2))}
      >
        Copy as JSON
      </MenuItem>
      <MenuItem
        icon={isOff ? 'play' : 'pause'}
        onSelect={() =>
          store.edit(isOff ? `Enable ${step.id}` : `Disable ${step.id}`, (document) =>
            toggleDisabled(document, [step.id]),
          )
        }
      >
        {isOff ? 'Enable' : 'Disable'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon="trash" onSelect={() => remove(true)}>
        Delete
      </MenuItem>
      <MenuItem onSelect={() => remove(false)}>Delete without reconnecting</MenuItem>
    </Menu>
  );
}
