'use client';

import { TopBar } from '@/components/shell/top-bar';
import { MenuItem } from '@/components/ui/menu-item';
import { patch } from '@/components/ui/observable';
import { SplitButton } from '@/components/ui/split-button';
import type { CreateResult } from '@/lib/contracts/pipelines';
import { openLeft } from '../commands/view';
import { SavePill } from '../saving/save-pill';
import { useShowTriggers } from '../triggers/use-trigger-in-address';
import { useCommandContext } from '../use-commands';
import { useSession } from '../use-editor';
import { PipelineMenu } from './pipeline-menu';
import { PipelineName } from './pipeline-name';
import { ProblemCounts } from './problem-counts';
import styles from './top-bar.module.css';
import { TriggersButton } from './triggers-button';

export interface EditorTopBarProps {
  name: string;
  starting: boolean;
  duplicate: (id: string) => Promise<CreateResult>;
  flush: () => Promise<unknown>;
}

/** The bar over the editor: where you are, whether it is saved, what is wrong, run. */
export function EditorTopBar({ name, starting, duplicate, flush }: EditorTopBarProps) {
  const session = useSession();
  const { startRun, lens } = useCommandContext();
  const showTriggers = useShowTriggers();
  return (
    <TopBar
      crumbs={[{ label: 'Pipelines', href: '/pipelines' }, { label: <PipelineName fallback={name} /> }]}
      start={<SavePill />}
      end={
        <>
          <ProblemCounts />
          <TriggersButton />
          <span className={styles.line} />
          <SplitButton
            icon="play"
            busy={starting}
            onClick={startRun}
            title="Save and run (Ctrl+Enter)"
            menuLabel="Run options"
            menu={
              <>
                <MenuItem icon="play" shortcut="Ctrl+Enter" onSelect={startRun}>
                  Run
                </MenuItem>
                <MenuItem icon="pencil" onSelect={() => patch(session.interaction, { dialog: 'run' })}>
                  Run with params…
                </MenuItem>
                <MenuItem icon="history" onSelect={() => openLeft(session, 'runs')}>
                  Show runs
                </MenuItem>
                <MenuItem icon="bolt" shortcut="T" onSelect={() => showTriggers()}>
                  Triggers…
                </MenuItem>
              </>
            }
          >
            Run
          </SplitButton>
          <PipelineMenu duplicate={duplicate} flush={flush} lens={lens} />
        </>
      }
    />
  );
}
