'use client';

import { useMemo } from 'react';
import { Combobox } from '@/components/ui/combobox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { ScheduleFieldsProps } from './form-parts';
import { CRON_PRESETS, type CronChoice, type CronPreset, cronOf } from './model/cron-presets';
import { cronWords } from './model/cron-words';
import { allZones, formerName, offsetOf } from './model/zones';
import styles from './trigger-dialog.module.css';

const PRESET_WORDS: Readonly<Record<CronPreset, string>> = {
  minute: 'Every minute',
  hour: 'Every hour',
  day: 'Every day',
  weekday: 'Every weekday',
  week: 'Every week',
  month: 'Every month',
  custom: 'Cron expression',
};

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const DAYS = Array.from({ length: 31 }, (_, index) => String(index + 1));

/** Fields of a cron schedule: a preset or an expression, and a time zone. */
export function CalendarFields({ draft, onChange, problems, onTouch }: ScheduleFieldsProps) {
  const choice = draft.cron;
  const set = (part: Partial<CronChoice>) => {
    onTouch('config.cron');
    onChange({ cron: { ...choice, ...part } });
  };
  const choosePreset = (preset: CronPreset) => {
    // A custom expression starts with that of the previous preset.
    const starts = preset === 'custom' && choice.preset !== 'custom';
    set(starts ? { preset, cron: cronOf(choice) } : { preset });
  };
  const { preset } = choice;
  const error = problems['config.cron'];
  const cron = cronOf(choice);
  return (
    <>
      <div className={styles.row}>
        <Field label="Repeats">
          {({ invalid: _, ...control }) => (
            <Select
              {...control}
              value={preset}
              onChange={(event) =>
                choosePreset(CRON_PRESETS.find((each) => each === event.target.value) ?? 'custom')
              }
            >
              {CRON_PRESETS.map((each) => (
                <option key={each} value={each}>
                  {PRESET_WORDS[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {preset === 'week' && (
          <Field label="On">
            {({ invalid: _, ...control }) => (
              <Select
                {...control}
                value={choice.weekday}
                onChange={(event) => set({ weekday: event.target.value })}
              >
                {WEEKDAYS.map((name, index) => (
                  <option key={name} value={(index + 1) % 7}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {preset === 'month' && (
          <Field label="On day">
            {({ invalid: _, ...control }) => (
              <Select {...control} value={choice.day} onChange={(event) => set({ day: event.target.value })}>
                {DAYS.map((day) => (
                  <option key={day} value={day}>
                    {day}
                  </option>
                ))}
                <option value="L">the last</option>
              </Select>
            )}
          </Field>
        )}
        {preset === 'hour' && (
          <Field label="Minutes past the hour" error={error}>
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                value={choice.minute}
                onChange={(event) => set({ minute: event.target.value })}
              />
            )}
          </Field>
        )}
        {['day', 'weekday', 'week', 'month'].includes(preset) && (
          <Field label="At" error={error}>
            {(control) => (
              <Input
                {...control}
                type="time"
                value={choice.time}
                onChange={(event) => set({ time: event.target.value })}
              />
            )}
          </Field>
        )}
      </div>
      {preset === 'month' && Number(choice.day) > 28 && (
        <p className={styles.hint}>
          Months without a day {choice.day} are skipped. “The last” applies to every month.
        </p>
      )}
      {preset === 'custom' ? (
        <Field
          label="Cron expression"
          required
          error={error}
          hint={
            cronWords(cron) ?? 'Minute, hour, day, month, weekday. With six fields, the first one is seconds.'
          }
        >
          {(control) => (
            <Input
              {...control}
              mono
              spellCheck={false}
              placeholder="0 9 * * 1-5"
              value={choice.cron}
              onChange={(event) => set({ cron: event.target.value })}
            />
          )}
        </Field>
      ) : (
        error === undefined && (
          <p className={styles.hint}>
            <code className={styles.code}>{cron}</code> {cronWords(cron)}
          </p>
        )
      )}
      <ZoneField
        zone={draft.zone}
        error={problems['config.time_zone']}
        onChange={(zone) => {
          onTouch('config.time_zone');
          onChange({ zone });
        }}
      />
    </>
  );
}

function zoneOption(name: string, now: Date) {
  return { value: name, label: name, detail: offsetOf(name, now), alias: formerName(name) };
}

interface ZoneFieldProps {
  zone: string;
  error: string | undefined;
  onChange: (zone: string) => void;
}

function ZoneField({ zone, error, onChange }: ZoneFieldProps) {
  // Once, and not for each key: the offsets of all zones take over 0.1 s.
  const known = useMemo(() => {
    const now = new Date();
    return allZones().map((name) => zoneOption(name, now));
  }, []);
  const options = useMemo(() => {
    const isListed = zone === '' || known.some(({ value }) => value === zone);
    return isListed ? known : [zoneOption(zone, new Date()), ...known];
  }, [zone, known]);
  return (
    <Field
      label="Time zone"
      error={error}
      hint="When clocks change, a time that is missing or repeated still runs exactly once."
    >
      {(control) => (
        <Combobox
          {...control}
          icon="http_request"
          listLabel="Time zones"
          value={zone}
          onValueChange={onChange}
          options={options}
        />
      )}
    </Field>
  );
}
