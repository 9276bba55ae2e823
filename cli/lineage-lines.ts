import type { LineageEntryRecord, LineageRecord, WhyRecord } from '@/lib/contracts/lineage';

/** Where a value comes from and what reads it, as lines. */
export function lineageLines({ run, origins, readers, cut }: LineageRecord): string[] {
  return [
    `Sources${run === null ? '' : ` (run #${run.number})`}:`,
    ...origins.map(
      (entry) => `${indent(entry)}${entry.value}${shownText(entry)}: ${entry.text}${reusedText(entry)}`,
    ),
    'Used by:',
    ...(readers.length === 0 ? ['  no parameter, condition or output'] : []),
    ...readers.map((entry) => `${indent(entry)}${entry.value}${shownText(entry)}`),
    ...(cut ? ['The list is incomplete.'] : []),
  ];
}

function indent({ distance }: LineageEntryRecord): string {
  return '  '.repeat(distance + 1);
}

function shownText({ shown, written }: LineageEntryRecord): string {
  switch (shown?.kind) {
    case 'value':
      return ` = ${shown.text}`;
    case 'missing':
      return ' = no value';
    case 'not_loaded':
      return ` = ${shown.bytes} bytes`;
    case undefined:
      return written === null ? '' : ` = ${written}`;
  }
}

function reusedText({ reusedFrom }: LineageEntryRecord): string {
  return reusedFrom === null ? '' : `, reused from run ${reusedFrom}`;
}

/** Why a step did not run, as lines. */
export function whyLines({ steps }: WhyRecord): string[] {
  return steps.flatMap(({ step, status, skip, taken, error, conditions }) => [
    `${step}: ${status}${skip === null ? '' : ` (${skip.reason}${skip.detail === null ? '' : `: ${skip.detail}`})`}${taken === null ? '' : `, took branch ${taken}`}${error === null ? '' : `: ${error}`}`,
    ...conditions.flatMap(({ lines }) =>
      lines.map(
        ({ depth, text, value, outcome }) =>
          `${'  '.repeat(depth + 1)}${text}: ${outcome === 'value' ? value : outcome.replaceAll('_', ' ')}`,
      ),
    ),
  ]);
}
