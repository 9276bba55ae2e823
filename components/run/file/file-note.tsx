'use client';

import { useLens } from '@/components/run-state/run-context';
import { Instant } from '@/components/run-state/times';
import { formatInstant } from '@/components/ui/format';
import { Tag } from '@/components/ui/tag';

/** Marks a run that was opened from a file. */
export function FileNote() {
  const { file } = useLens();
  if (!file) return null;
  return (
    <Tag>
      From a file, exported <Instant at={file.exportedAt} format={formatInstant} />
    </Tag>
  );
}
