'use client';

import { clsx } from '@/components/ui/clsx';
import { formatCount } from '@/components/ui/format';
import { openLeft } from '../commands/view';
import top from '../top-bar/top-bar.module.css';
import { useCommandContext } from '../use-commands';
import { useObservable, useSession } from '../use-editor';
import { BreakpointGlyph } from './breakpoint-glyph';

/** The number of breakpoints that pause runs, in the bar of the page; opens their list. Nothing without any. */
export function BreakpointCount() {
  const settings = useObservable(useSession().breakpoints, (value) => value);
  const { session } = useCommandContext();
  const enabled = settings.breakpoints.filter((each) => each.enabled).length;
  if (settings.breakpoints.length === 0) return null;
  const label = formatCount(enabled, 'breakpoint');
  return (
    <button
      type="button"
      className={clsx(top.problems, top.triggers)}
      aria-label={`${label}: show breakpoints`}
      title={`${label} enabled`}
      onClick={() => openLeft(session, 'runs')}
    >
      <span className={top.problem}>
        <BreakpointGlyph kind="before" enabled={enabled > 0} />
        <span className={top.word}>
          {enabled}
          <span className={top.optional}> {enabled === 1 ? 'breakpoint' : 'breakpoints'}</span>
        </span>
      </span>
    </button>
  );
}
