'use client';

import { Field } from '@/components/ui/field';
import { formatExactly, fromLocalField } from '@/components/ui/format';
import { Input } from '@/components/ui/input';
import { Segmented } from '@/components/ui/segmented';
import { Select } from '@/components/ui/select';
import { CalendarFields } from './calendar-fields';
import type { FormPartProps } from './form-parts';
import type { ScheduleDraft, ScheduleKind } from './model/trigger-draft';
import type { EveryUnit } from './model/trigger-words';
import { ownZone } from './model/zones';
import { type Rule, RuleChoice } from './rule-choice';
import styles from './trigger-dialog.module.css';

export interface ScheduleFieldsProps extends FormPartProps {
  draft: ScheduleDraft;
  onChange: (part: Partial<ScheduleDraft>) => void;
}

const KINDS = [
  { value: 'cron', label: 'By the calendar' },
  { value: 'interval', label: 'Every so often' },
  { value: 'once', label: 'Once' },
] as const satisfies readonly { value: ScheduleKind; label: string }[];

const UNITS: readonly EveryUnit[] = ['second', 'minute', 'hour', 'day'];

const MISFIRES: readonly Rule<ScheduleDraft['misfire']>[] = [
  { value: 'fire_once', label: 'Fire once', about: 'One run stands for all that was missed.' },
  { value: 'fire_all', label: 'Fire for each', about: 'A run for every due time, one after the other.' },
  { value: 'skip', label: 'Skip', about: 'Wait for the next due time; the history says what was skipped.' },
];

const OVERLAPS: readonly Rule<ScheduleDraft['overlap']>[] = [
  { value: 'allow', label: 'Start another run', about: 'Runs of this schedule may go on beside each other.' },
  { value: 'skip', label: 'Skip', about: 'At most one run of this schedule goes on at a time.' },
];

/** When a schedule fires, and what it does when it could not or should not. */
export function ScheduleFields({ draft, onChange, problems, onTouch }: ScheduleFieldsProps) {
  return (
    <>
      <section className={styles.part} aria-label="When">
        <Segmented<ScheduleKind>
          label="Kind of schedule"
          size="md"
          value={draft.kind}
          onValueChange={(kind) => onChange({ kind })}
          segments={KINDS}
        />
        {draft.kind === 'cron' && (
          <CalendarFields draft={draft} onChange={onChange} problems={problems} onTouch={onTouch} />
        )}
        {draft.kind === 'interval' && (
          <IntervalFields draft={draft} onChange={onChange} problems={problems} onTouch={onTouch} />
        )}
        {draft.kind === 'once' && (
          <Field label="At" required error={problems['config.at']} hint={instantHint(draft.at)}>
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                step={1}
                value={draft.at}
                onChange={(event) => {
                  onTouch('config.at');
                  onChange({ at: event.target.value });
                }}
              />
            )}
          </Field>
        )}
      </section>
      <RuleChoice
        title="If no server was running when it was due"
        value={draft.misfire}
        rules={MISFIRES}
        onChange={(misfire) => onChange({ misfire })}
      />
      <RuleChoice
        title="If its previous run is still going"
        value={draft.overlap}
        rules={OVERLAPS}
        onChange={(overlap) => onChange({ overlap })}
      />
    </>
  );
}

function IntervalFields({ draft, onChange, problems, onTouch }: ScheduleFieldsProps) {
  return (
    <>
      <Field label="Every" required error={problems['config.every_seconds']}>
        {(control) => (
          <span className={styles.pair}>
            <Input
              {...control}
              inputMode="numeric"
              value={draft.every}
              onChange={(event) => {
                onTouch('config.every_seconds');
                onChange({ every: event.target.value });
              }}
            />
            <Select
              aria-label="Unit of the interval"
              value={draft.unit}
              onChange={(event) => {
                onTouch('config.every_seconds');
                onChange({ unit: UNITS.find((unit) => unit === event.target.value) ?? 'minute' });
              }}
            >
              {UNITS.map((unit) => (
                <option key={unit} value={unit}>
                  {`${unit}s`}
                </option>
              ))}
            </Select>
          </span>
        )}
      </Field>
      <Field
        label="Counted from"
        error={problems['config.from']}
        hint={draft.from === '' ? 'Left empty: from the moment it is saved.' : instantHint(draft.from)}
      >
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            step={1}
            value={draft.from}
            onChange={(event) => {
              onTouch('config.from');
              onChange({ from: event.target.value });
            }}
          />
        )}
      </Field>
    </>
  );
}

/** What a local time is elsewhere: schedules are stored as instants. */
function instantHint(local: string): string {
  const own = ownZone();
  const instant = fromLocalField(local);
  if (instant === undefined) return `In your time zone, ${own}.`;
  const utc = own === 'UTC' ? '' : `, which is ${formatExactly(instant, 'UTC')} UTC`;
  return `${formatExactly(instant, own)} in ${own}${utc}.`;
}
