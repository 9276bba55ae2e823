'use client';

import { formatAgo } from '@/components/ui/format';
import { skipReason } from '../reason';
import { ReasonText } from '../reason-text';
import { useLens } from '../run-context';
import { isOpen } from '../status';
import { useRunContact, useRunNow } from '../use-run';
import { ApprovalBox } from './approval-box';
import { FailureBox } from './failure-box';
import { InterruptBox } from './interrupt-box';
import { NoteBox } from './note-box';
import type { UnitSelection } from './selection';
import { WaitBox } from './wait-box';

export interface StateBoxProps {
  selected: UnitSelection;
}

/** Says how the unit stands and why, before anything else is read. Completed needs no words. */
export function StateBox({ selected }: StateBoxProps) {
  const { definition } = useLens();
  const contact = useRunContact();
  const { unit, step } = selected;
  const status = unit?.status ?? 'pending';
  const now = useRunNow(contact.state === 'lost' ? 'second' : undefined);
  if (contact.state === 'lost' && isOpen(status)) {
    const ago =
      contact.lastWordAt === undefined
        ? 'no update yet'
        : formatAgo(contact.lastWordAt, now - contact.skewMs);
    return (
      <NoteBox status="unknown">
        Last known status: {status}, {ago}. {contact.problem}
      </NoteBox>
    );
  }
  if (contact.state === 'opening' && isOpen(status))
    return <NoteBox status="unknown">Loading the run…</NoteBox>;
  if (!unit) return <Pending selected={selected} />;
  switch (unit.status) {
    case 'failed':
      return <FailureBox selected={selected} />;
    case 'skipped':
      return (
        unit.skip && (
          <NoteBox status="skipped">
            <ReasonText parts={skipReason(unit.skip, step, definition)} />.
          </NoteBox>
        )
      );
    case 'waiting':
    case 'retrying':
      return unit.wait?.reason === 'unknown_effect' ? (
        <InterruptBox selected={selected} />
      ) : (
        <>
          <WaitBox selected={selected} />
          <ApprovalBox selected={selected} />
        </>
      );
    case 'cancelled':
      return <NoteBox status="cancelled">{cancelText(unit.cancelReason)}</NoteBox>;
    case 'pending':
      return <Pending selected={selected} />;
    case 'running':
    case 'completed':
      return selected.attempt?.status === 'failed' ? <FailureBox selected={selected} /> : null;
  }
}

/** The journal gives the id of the step that ended the run, or words. */
function cancelText(reason: string | undefined): string {
  return reason ? `${reason.replace(/\.$/, '')}.` : 'The step was cancelled.';
}

function Pending({ selected }: { selected: UnitSelection }) {
  const { definition } = useLens();
  const before = definition?.graph.steps.get(selected.step)?.upstream ?? [];
  if (selected.iteration.length > 0) return <NoteBox status="pending">Not started</NoteBox>;
  if (before.length === 0) return <NoteBox status="pending">Not started</NoteBox>;
  const parts = before.flatMap((id, index) => [
    { kind: 'text' as const, text: index === 0 ? 'Not started. Runs after ' : ', ' },
    { kind: 'step' as const, step: id },
  ]);
  return (
    <NoteBox status="pending">
      <ReasonText parts={parts} />.
    </NoteBox>
  );
}
