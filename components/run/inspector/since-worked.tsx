'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { queryFor } from '@/client/queries';
import { comparePath, runPath } from '@/components/run-state/permalink';
import { useLens } from '@/components/run-state/run-context';
import { formatBytes, formatCount, formatDuration } from '@/components/ui/format';
import { StatusBadge } from '@/components/ui/status';
import { runDiffEndpoints } from '@/lib/contracts/endpoints/run-diffs';
import { formatIteration } from '@/lib/contracts/iterations';
import type { DiffPart, SinceWorkedRecord } from '@/lib/contracts/run-diffs';
import { Section } from './section';
import type { UnitSelection } from './selection';
import styles from './since-worked.module.css';

export interface SinceWorkedProps {
  selected: UnitSelection;
}

/** A failed step or iteration beside its last completion: inputs, result, and what differs. */
export function SinceWorked({ selected }: SinceWorkedProps) {
  const { runId, file } = useLens();
  const { step, unit, iteration } = selected;
  const isFailed = unit?.status === 'failed' && !file;
  const { data, error } = useQuery({
    ...queryFor(runDiffEndpoints.sinceWorked, { id: runId, step, iteration: formatIteration(iteration) }),
    enabled: isFailed,
    // What has ended does not change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!isFailed) return null;
  return (
    <Section id="run-since-worked" title="Changes since last success" end={data && <End found={data} />}>
      {error && <p role="alert">The comparison could not be loaded. {error.message}</p>}
      {data?.worked === null && (
        <p className={styles.quiet}>{iteration.length > 0 ? NO_ITERATION : NO_RUN}</p>
      )}
      {data?.worked && <Compared found={data} worked={data.worked} />}
    </Section>
  );
}

const NO_RUN = 'No earlier run of this pipeline completed this step.';
const NO_ITERATION =
  'No earlier run completed this iteration with the same item, and no other iteration of this run completed.';

function End({ found: { run, worked } }: { found: SinceWorkedRecord }) {
  if (worked === null || worked.id === run.id) return null;
  return (
    <Link href={comparePath(run.id, worked.id)} className={styles.link}>
      Compare the runs
    </Link>
  );
}

interface ComparedProps {
  found: SinceWorkedRecord;
  worked: Execution;
}

type Execution = SinceWorkedRecord['run'];

function Compared({ found, worked }: ComparedProps) {
  const { run, step, definition, inputs, problem } = found;
  const same = inputs.filter((input) => input.same);
  const isSameRun = worked.id === run.id;
  return (
    <>
      {isSameRun && (
        <p className={styles.before}>
          No earlier run completed this iteration with the same item. The nearest one of this run that
          completed is {placeOf(worked)}.
        </p>
      )}
      <table className={styles.table}>
        <caption className={styles.spoken}>{captionOf(step, run, worked)}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">
              <Link
                href={runPath(worked.id, { step, iteration: worked.iteration ?? [], attempt: undefined })}
              >
                {isSameRun ? capitalized(placeOf(worked)) : `#${worked.number}`}
              </Link>
            </th>
            <th scope="col">{isSameRun ? capitalized(placeOf(run)) : `#${run.number}, this run`}</th>
          </tr>
        </thead>
        <tbody>
          <Row name="Ended" worked={<Ended execution={worked} />} now={<Ended execution={run} />} />
          <Row name="Result" worked={resultText(worked)} now={resultText(run)} />
          {!isSameRun && <Row name="Version" worked={`v${worked.version}`} now={`v${run.version}`} />}
          {inputs
            .filter((input) => !input.same)
            .map(({ name, worked: before, tried }) => (
              <Row key={name} name={name} worked={partText(before)} now={partText(tried)} isInput />
            ))}
        </tbody>
      </table>
      {!isSameRun && <p className={styles.note}>{definitionText(definition)}</p>}
      <p className={styles.note}>
        {problem ??
          sameText(
            same.map(({ name }) => name),
            inputs.length,
          )}
      </p>
    </>
  );
}

/** `iteration 7`, inside nested loops `iteration 7.3`: counted from 1, as everywhere on the page. */
function placeOf({ iteration = [] }: Execution): string {
  return `iteration ${iteration.map((index) => index + 1).join('.')}`;
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function captionOf(step: string, run: Execution, worked: Execution): string {
  if (run.iteration === undefined) return `${step}: last success and this run`;
  if (worked.id === run.id) return `${capitalized(placeOf(worked))} of ${step}, and ${placeOf(run)}`;
  return `${capitalized(placeOf(run))} of ${step}: last success and this run`;
}

interface RowProps {
  name: string;
  worked: React.ReactNode;
  now: React.ReactNode;
  isInput?: boolean;
}

function Row({ name, worked, now, isInput = false }: RowProps) {
  return (
    <tr>
      <th scope="row" className={isInput ? styles.input : undefined}>
        {name}
        {isInput && <span className={styles.mark}>differs</span>}
      </th>
      <td>{worked}</td>
      <td>{now}</td>
    </tr>
  );
}

function Ended({ execution: { step } }: { execution: Execution }) {
  if (step === null) return 'not reached';
  return (
    <>
      <StatusBadge status={step.status} quiet />
      <span className={styles.facts}>
        {step.durationMs !== null && formatDuration(step.durationMs)}
        {step.attempts > 1 && `, ${formatCount(step.attempts, 'attempt')}`}
      </span>
    </>
  );
}

function resultText({ error, output }: Execution): string {
  if (error !== null) return `${error.kind}: ${error.message}`;
  return output === null ? 'nothing' : partText(output);
}

/** Longest value in a cell, in characters. */
const SHOWN = 120;

function partText(part: DiffPart | null): string {
  if (part === null) return 'not set';
  if ('bytes' in part) return formatBytes(part.bytes);
  const text = JSON.stringify(part.value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function definitionText({ total, changes }: SinceWorkedRecord['definition']): string {
  if (total === 0) return 'The definition of the step is the same.';
  const paths = [...new Set(changes.map(({ path }) => path.slice(0, 2).join('.')))];
  return `The definition of the step differs: ${paths.slice(0, 5).join(', ')}.`;
}

function sameText(names: readonly string[], count: number): string {
  if (count === 0) return 'There are no inputs to compare.';
  if (names.length === 0) return 'Every input differs.';
  return `The same: ${names.join(', ')}.`;
}
