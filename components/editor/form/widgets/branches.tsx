'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { isJsonObject } from '@/engine';
import { ExpressionInput } from '../../expression-input/expression-input';
import {
  addBranch,
  arrangeBranches,
  type BranchPatch,
  type BranchRow,
  branchRows,
  changeBranch,
} from '../branch-rows';
import { useFormScope } from '../form-context';
import { StepPicker } from '../step-picker';
import type { WidgetProps } from '../widget-props';
import { JsonWidget } from './json';
import { moveByArrow } from './rows';
import styles from './widgets.module.css';

/** The branches of a conditional: name, condition and targets, evaluated from the top. */
export function BranchesWidget(props: WidgetProps) {
  const { id, label, value, onChange, path } = props;
  if (value !== undefined && !Array.isArray(value) && !isJsonObject(value)) return <JsonWidget {...props} />;
  const rows = branchRows(value);
  const change = (index: number, patch: BranchPatch, leaf: string) =>
    onChange(changeBranch(value, index, patch), `${path}.${rows[index]?.key ?? index}.${leaf}`);
  const arrange = (order: number[]) => onChange(arrangeBranches(value, order));
  const indexes = rows.map((_, index) => index);
  return (
    <fieldset id={id} aria-label={label}>
      {rows.map((row, index) => (
        <Row
          key={index}
          row={row}
          index={index}
          widget={props}
          onChange={(patch, leaf) => change(index, patch, leaf)}
          onRemove={() => arrange(indexes.filter((other) => other !== index))}
          onMove={(by) => arrange(moved(indexes, index, index + by))}
        />
      ))}
      <div className={styles.chips}>
        <Button size="sm" variant="quiet" icon="plus" onClick={() => onChange(addBranch(value, 'named'))}>
          Add branch
        </Button>
        {!rows.some((row) => row.isDefault) && (
          <Button size="sm" variant="quiet" icon="plus" onClick={() => onChange(addBranch(value, 'default'))}>
            Add default
          </Button>
        )}
      </div>
    </fieldset>
  );
}

interface RowProps {
  row: BranchRow;
  index: number;
  widget: WidgetProps;
  onChange: (patch: BranchPatch, leaf: string) => void;
  onRemove: () => void;
  onMove: (by: number) => void;
}

function Row({ row, index, widget, onChange, onRemove, onMove }: RowProps) {
  const { stepId, names } = useFormScope();
  const { path, problems, id } = widget;
  const at = `${path}.${row.key}`;
  const own = problems.filter((problem) => problem.path === at || problem.path === `${at}.condition`);
  const name = row.name === '' ? `branch ${index + 1}` : row.name;
  return (
    <fieldset className={styles.branch} data-field={at} aria-label={`Branch ${name}`}>
      <div className={styles.branchHead}>
        <NameInput
          key={row.name}
          label={`Name of branch ${index + 1}`}
          name={row.name}
          onChange={(next) => onChange({ name: next }, 'name')}
        />
        <span className={styles.tools}>
          <IconButton
            icon="grip"
            size="sm"
            iconSize={14}
            label={`Move ${name}`}
            shortcut="↑ ↓"
            onKeyDown={(event) => moveByArrow(event, onMove)}
          />
          <IconButton icon="x" size="sm" iconSize={14} label={`Remove ${name}`} onClick={onRemove} />
        </span>
      </div>
      {row.isDefault ? (
        <p className={styles.quiet}>Taken when no other branch matches.</p>
      ) : (
        <ExpressionInput
          id={`${id}-condition-${index}`}
          label={`Condition of ${name}`}
          value={row.condition}
          onChange={(condition) => onChange({ condition }, 'condition')}
          mode="expression"
          stepId={stepId}
          names={names}
          problems={own}
          invalid={own.some((problem) => problem.severity === 'error')}
          placeholder="when…"
        />
      )}
      <StepPicker
        id={`${id}-target-${index}`}
        label={`Targets of ${name}`}
        chosen={row.targets}
        onChange={(targets) => onChange({ targets }, 'target')}
        direction="after"
        prompt={row.targets.length === 0 ? 'Target step…' : 'Another target step…'}
      />
    </fieldset>
  );
}

/** The name is written on completion: an unfinished one could equal that of another branch. */
function NameInput({
  label,
  name,
  onChange,
}: {
  label: string;
  name: string;
  onChange: (name: string) => void;
}) {
  const [typed, setTyped] = useState(name);
  const commit = () => {
    if (typed !== name && typed.trim() !== '') onChange(typed.trim());
    else setTyped(name);
  };
  return (
    <Input
      size="sm"
      mono
      aria-label={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}

function moved(order: readonly number[], from: number, to: number): number[] {
  const next = [...order];
  if (to < 0 || to >= next.length) return next;
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(to, 0, item);
  return next;
}
