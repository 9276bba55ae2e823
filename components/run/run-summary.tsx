'use client';

import Link from 'next/link';
import { OutputView } from '@/components/output-view/output-view';
import { LineageButton } from '@/components/pipeline-text/lineage-button';
import { comparePath, runPath } from '@/components/run-state/permalink';
import { useLens } from '@/components/run-state/run-context';
import { isOpen } from '@/components/run-state/status';
import { Elapsed, Instant } from '@/components/run-state/times';
import { useRunContact, useRunState } from '@/components/run-state/use-run';
import { EmptyState } from '@/components/ui/empty-state';
import { formatInstant } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import { StatusBadge } from '@/components/ui/status';
import { adviceFor, type Failure, failureName, placeText, type RunState, warningsText } from '@/engine';
import type { RunDetail } from '@/lib/contracts/runs';
import { RunFiles } from './files/run-files';
import { FailureActions } from './inspector/failure-actions';
import { Section } from './inspector/section';
import { PayloadView } from './payload-view';
import { RunFamily } from './run-family';
import styles from './run-summary.module.css';
import { StepLink } from './step-link';
import { TimeSection } from './time/time-section';
import { TRIGGER_LOOKS, triggerPath } from './trigger';
import { useRunStatus } from './use-run-status';

/** The run as a whole: status, params, outputs and origin. */
export function RunSummary() {
  const { missing } = useLens();
  if (missing === undefined) return <KnownRunSummary />;
  return (
    <EmptyState title="Run not found" icon="runs">
      {missing}
    </EmptyState>
  );
}

function KnownRunSummary() {
  const { detail, runId, file } = useLens();
  const run = useRunState(summarise);
  const { shown, warnings } = useRunStatus();
  const failure = useRunFailure(run);
  const from = run?.startedAt ?? detail?.startedAt ?? undefined;
  return (
    <section className={styles.summary} aria-label="Run summary">
      <header className={styles.head}>
        <h2 className={styles.title}>{detail ? `Run #${detail.number}` : 'Run'}</h2>
        <p className={styles.id}>{runId}</p>
      </header>
      <div className={styles.body}>
        {failure && <RunFailure failure={failure} />}
        <Section id="run-facts" title="Details">
          <dl className={styles.facts}>
            <dt>Status</dt>
            <dd>
              <StatusBadge status={shown} quiet />
            </dd>
            {warnings && (
              <>
                <dt>Warnings</dt>
                <dd>{warningsText(warnings)}</dd>
              </>
            )}
            {from && (
              <>
                <dt>Duration</dt>
                <dd>
                  <Elapsed from={from} to={run?.finishedAt ?? detail?.finishedAt ?? undefined} />
                </dd>
                <dt>Started</dt>
                <dd>
                  <Instant at={from} format={formatInstant} />
                </dd>
              </>
            )}
            {run?.finishedAt && (
              <>
                <dt>Finished</dt>
                <dd>
                  <Instant at={run.finishedAt} format={formatInstant} />
                </dd>
              </>
            )}
            {detail && (
              <>
                <dt>Pipeline</dt>
                <dd>
                  <PipelineName detail={detail} /> v{detail.version}
                </dd>
                <dt>Started by</dt>
                <dd className={styles.trigger}>
                  <Icon name={TRIGGER_LOOKS[detail.trigger].icon} size={14} />
                  {TRIGGER_LOOKS[detail.trigger].word}
                  {detail.triggerId !== null && (
                    <Link href={triggerPath(detail.pipelineId, detail.triggerId)} className={styles.link}>
                      {detail.triggerName}
                    </Link>
                  )}
                </dd>
                <RelatedRuns detail={detail} />
                {!file && (
                  <>
                    <dt>Compare</dt>
                    <dd>
                      <Link href={comparePath(detail.id)} className={styles.link}>
                        with another run
                      </Link>
                    </dd>
                  </>
                )}
              </>
            )}
          </dl>
        </Section>
        <TimeSection />
        {detail && <RunFamily runId={detail.id} />}
        <Params params={run?.params ?? detail?.params ?? {}} number={detail?.number} />
        <Outputs run={run} number={detail?.number} />
        <RunFiles />
        <p className={styles.hint}>Select a step to see its inputs and output.</p>
      </div>
    </section>
  );
}

/** The pipeline of the run, with a link unless the run is from a file. */
function PipelineName({ detail }: { detail: RunDetail }) {
  const { file } = useLens();
  if (file) return detail.pipelineName;
  return (
    <Link href={`/pipelines/${detail.pipelineId}`} className={styles.link}>
      {detail.pipelineName}
    </Link>
  );
}

/** The run that this one repeats, and the one that fixed it. */
function RelatedRuns({ detail }: { detail: RunDetail }) {
  const { fixedBy, parentRunId, parentNumber, trigger } = detail;
  return (
    <>
      {fixedBy !== null && (
        <>
          <dt>Fixed by</dt>
          <dd>
            <Link href={runPath(fixedBy.id)} className={styles.link}>
              run #{fixedBy.number}
            </Link>
          </dd>
        </>
      )}
      {parentRunId !== null && (
        <>
          <dt>{trigger === 'try' ? 'Values from' : 'Re-run of'}</dt>
          <dd>
            <Link href={runPath(parentRunId)} className={styles.link}>
              run #{parentNumber}
            </Link>
          </dd>
        </>
      )}
    </>
  );
}

type Summary = ReturnType<typeof summarise>;

function summarise({ status, startedAt, finishedAt, error, failedStep, params, outputs }: RunState) {
  return { status, startedAt, finishedAt, error, failedStep, params, outputs };
}

/** Why a run failed, and when. */
interface RunEnd {
  readonly error: Failure;
  readonly failedStep: string | null | undefined;
  readonly finishedAt: string | null | undefined;
}

/** The failure of the run; that of its record until the journal is read, so that nothing moves when it arrives. */
function useRunFailure(run: Summary | undefined): RunEnd | undefined {
  const { detail } = useLens();
  const isOpening = useRunContact().state === 'opening';
  const { error, failedStep, finishedAt } = (isOpening ? detail : run) ?? {};
  return error ? { error, failedStep, finishedAt } : undefined;
}

function RunFailure({ failure: { error, failedStep, finishedAt } }: { failure: RunEnd }) {
  const { definition } = useLens();
  const hasRetry = definition?.steps.get(failedStep ?? '')?.retry !== undefined;
  return (
    <div className={styles.failure} data-status="failed">
      <p className={styles.failureLine}>
        <StatusBadge status="failed" quiet />
        <span className={styles.kind}>{failureName(error)}</span>
        {finishedAt && (
          <span className={styles.end}>
            <Instant at={finishedAt} />
          </span>
        )}
      </p>
      <p className={styles.message}>{error.message}</p>
      {failedStep && (
        <p className={styles.note}>
          In <StepLink step={failedStep} />.
        </p>
      )}
      <p className={styles.note}>{adviceFor(error)}</p>
      {failedStep && <FailureActions step={failedStep} failure={error} hasRetry={hasRetry} />}
    </div>
  );
}

function Params({ params, number }: { params: Summary['params']; number: number | undefined }) {
  const isEmpty = Object.keys(params).length === 0;
  return (
    <Section id="run-params" title="Run parameters" end={isEmpty && <span>none</span>}>
      {!isEmpty && (
        <OutputView
          value={params}
          label="Run parameters"
          base="params"
          isReference
          fileName={`run-${number ?? ''}-params.json`}
        />
      )}
    </Section>
  );
}

function Outputs({ run, number }: { run: Summary | undefined; number: number | undefined }) {
  const outputs = Object.entries(run?.outputs ?? {});
  const none = run && isOpen(run.status) ? 'none yet' : 'none';
  return (
    <Section id="run-outputs" title="Outputs" end={run && outputs.length === 0 && <span>{none}</span>}>
      <dl className={styles.outputs}>
        {outputs.map(([name, payload]) => (
          <div key={name}>
            <dt>
              {name}
              <LineageButton
                value={placeText({ of: 'run_output', step: undefined, path: [name] })}
                of={`the output ${name}`}
              />
            </dt>
            <dd>
              <PayloadView
                payload={payload}
                label={`Output ${name}`}
                base={`outputs.${name}`}
                place={placeText({ of: 'run_output', step: undefined, path: [name] })}
                fileName={`run-${number ?? ''}-${name}.json`}
              />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
