'use client';

import { Field } from '@/components/ui/field';
import { formatExactly, fromLocalField } from '@/components/ui/format';
import { Input } from '@/components/ui/input';
import { Segmented } from '@/components/ui/segmented';
import { Select } from '@/components/ui/select';
import { CalendarFields } from './calendar-fields';
import type { ScheduleFieldsProps } from './form-parts';
import type { ScheduleDraft, ScheduleKind } from './model/trigger-draft';
import type { EveryUnit } from './model/trigger-words';
import { ownZone } from './model/zones';
import { type Rule, RuleChoice } from './rule-choice';
import styles from './trigger-dialog.module.css';

const KINDS = [
  { value: 'cron', label: 'Cron' },
  { value: 'interval', label: 'Interval' },
  { value: 'once', label: 'Once' },
] as const satisfies readonly { value: ScheduleKind; label: string }[];

const UNITS: readonly EveryUnit[] = ['second', 'minute', 'hour', 'day'];

const MISFIRES: readonly Rule<ScheduleDraft['misfire']>[] = [
  { value: 'fire_once', label: 'Run once', about: 'Start one run for all missed times.' },
  { value: 'fire_all', label: 'Run for each', about: 'Start one run for each missed time, in order.' },
  {
    value: 'skip',
    label: 'Skip',
    about: 'Wait for the next scheduled time. Missed times are listed in the history.',
  },
];

const OVERLAPS: readonly Rule<ScheduleDraft['overlap']>[] = [
  { value: 'allow', label: 'Run concurrently', about: 'Runs of this schedule may overlap.' },
  { value: 'skip', label: 'Skip', about: 'At most one run of this schedule at a time.' },
];

/** When a schedule is due, and its rules for missed and overlapping deliveries. */
export function ScheduleFields({ draft, onChange, problems, onTouch }: ScheduleFieldsProps) {
  return (
    <>
      <section className={styles.part} aria-label="When">
        <Segmented<ScheduleKind>
          label="Schedule type"
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
        title="Missed times (no server was running)"
        value={draft.misfire}
        rules={MISFIRES}
        onChange={(misfire) => onChange({ misfire })}
      />
      <RuleChoice
        title="If the previous run is still running"
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
              aria-label="Interval unit"
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
        label="Start at"
        error={problems['config.from']}
        hint={draft.from === '' ? 'Default: when the trigger is saved.' : instantHint(draft.from)}
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

/** A local time in UTC, since schedules are stored as instants. */
function instantHint(local: string): string {
  const own = ownZone();
  const instant = fromLocalField(local);
  if (instant === undefined) return `In your time zone, ${own}.`;
  const utc = own === 'UTC' ? '' : `, which is ${formatExactly(instant, 'UTC')} UTC`;
  return `${formatExactly(instant, own)} in ${own}${utc}.`;
}
