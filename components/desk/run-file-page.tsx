'use client';

import { useRouter } from 'next/navigation';
import { useMemo, useState } from 'react';
import type { CommandContext } from '@/components/editor/commands/command';
import { createDeskState } from '@/components/editor/session';
import { EditorProvider } from '@/components/editor/use-editor';
import { OpenRunFile } from '@/components/run/file/open-run-file';
import { RunFileProvider } from '@/components/run/file/run-file-provider';
import { RunBanner } from '@/components/run/run-banner';
import { useLens } from '@/components/run-state/run-context';
import { TopBar } from '@/components/shell/top-bar';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/toast';
import type { ActionDescriptor } from '@/engine';
import type { CreatePipelineInput, CreateResult } from '@/lib/contracts/pipelines';
import type { RunFile } from '@/lib/contracts/run-file';
import { Desk } from './desk';
import { PanelToggles } from './panel-toggles';
import { useRunSession } from './use-run-session';

export interface RunFilePageProps {
  descriptors: readonly ActionDescriptor[];
  createPipeline: (input: CreatePipelineInput) => Promise<CreateResult>;
}

/** The page that opens a run file, and shows its run as the page of a run does, read-only. */
export function RunFilePage({ descriptors, createPipeline }: RunFilePageProps) {
  const [file, setFile] = useState<RunFile>();
  if (file === undefined) return <OpenRunFile onOpen={setFile} />;
  const close = () => setFile(undefined);
  return (
    <RunFileProvider file={file} descriptors={descriptors}>
      <RunFileDesk createPipeline={createPipeline} onClose={close} />
    </RunFileProvider>
  );
}

interface RunFileDeskProps extends Pick<RunFilePageProps, 'createPipeline'> {
  onClose: () => void;
}

function RunFileDesk({ createPipeline, onClose }: RunFileDeskProps) {
  const lens = useLens();
  const notify = useToast();
  const [desk] = useState(createDeskState);
  const session = useRunSession({ lens, pipelineId: lens.detail?.pipelineId ?? '', desk });
  const context = useMemo<CommandContext | undefined>(
    () => session && { session, lens: true, notify, startRun: () => {}, exitLens: () => {} },
    [session, notify],
  );
  if (session === undefined || context === undefined) return null;
  const { pipelineName = '', number = 0 } = lens.detail ?? {};
  return (
    <EditorProvider value={session}>
      <Desk
        mode="run file"
        context={context}
        title={`${pipelineName} run #${number}, from a file`}
        top={
          <TopBar
            crumbs={[
              { label: 'Runs', href: '/runs' },
              { label: 'Run file' },
              { label: pipelineName },
              { label: `#${number}` },
            ]}
            end={
              <>
                <Button onClick={onClose}>Open another file</Button>
                <NewPipelineButton createPipeline={createPipeline} />
                <PanelToggles />
              </>
            }
          />
        }
        banner={<RunBanner />}
        openRun={lens.openRun}
      />
    </EditorProvider>
  );
}

/** Creates a pipeline from the definition of the run: the only way to run it here. */
function NewPipelineButton({ createPipeline }: Pick<RunFilePageProps, 'createPipeline'>) {
  const { detail } = useLens();
  const router = useRouter();
  const notify = useToast();
  const [isBusy, setBusy] = useState(false);
  if (!detail) return null;
  const { documentText: text } = detail;

  async function create() {
    setBusy(true);
    const result = await createPipeline({ text }).catch(() => undefined);
    setBusy(false);
    if (result?.ok) router.push(`/pipelines/${result.id}`);
    else {
      notify({
        title: 'The pipeline was not created.',
        detail: result?.error.message ?? 'The server cannot be reached. Try again.',
        status: 'failed',
      });
    }
  }

  return (
    <Button icon="plus" busy={isBusy} onClick={() => void create()}>
      New pipeline from this run
    </Button>
  );
}
