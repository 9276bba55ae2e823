'use client';

import { type DragEvent, useRef, useState } from 'react';
import { refuseSize } from '@/engine/json-limits';
import type { ErrorBody } from '@/lib/contracts/errors';
import type { CreatePipelineInput } from '@/lib/contracts/pipelines';
import { JsonTextField } from '../pipeline-text/json-text-field';
import type { TextProblem } from '../pipeline-text/text-problem';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import styles from './import-dialog.module.css';

export interface ImportDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  create: (input: CreatePipelineInput) => Promise<ErrorBody | undefined>;
}

const EXAMPLE = `{
  "name": "Say hello",
  "steps": [
    { "id": "hello", "action": "log", "params": { "message": "Hello" } }
  ]
}`;

/** Creates a pipeline from JSON that is pasted, dropped or picked. Pasted text stays until it is imported. */
export function ImportDialog({ open, onOpenChange, create }: ImportDialogProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<TextProblem>();
  const [isBusy, setIsBusy] = useState(false);
  const picker = useRef<HTMLInputElement>(null);

  function write(next: string) {
    setText(next);
    setProblem(undefined);
  }

  async function readFile(file: File | undefined) {
    if (!file) return;
    try {
      write((await file.text()).replace(/^\uFEFF/, ''));
    } catch {
      setProblem({
        message: `The file ${file.name} could not be read. Choose the file again, or paste its content.`,
      });
    }
  }

  function drop(event: DragEvent) {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    void readFile(file);
  }

  async function submit() {
    if (isBusy || text.trim() === '') return;
    // A far larger text would fail before it reaches the server.
    const tooLarge = refuseSize(text);
    if (tooLarge !== undefined) return setProblem({ message: tooLarge });
    setIsBusy(true);
    const refusal = await importText(text, create);
    setIsBusy(false);
    if (refusal) setProblem(refusal);
    else {
      onOpenChange(false);
      write('');
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="md"
      title="Import JSON"
      description="A pipeline, or a list of steps. All accepted spellings of actions and parameters are kept."
      footer={
        <>
          <Button icon="file" onClick={() => picker.current?.click()} className={styles.pick}>
            Choose file…
          </Button>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" busy={isBusy} disabled={text.trim() === ''} onClick={() => void submit()}>
            Import
          </Button>
        </>
      }
    >
      <JsonTextField
        label="Pipeline as JSON"
        placeholder={EXAMPLE}
        text={text}
        onTextChange={write}
        problem={problem}
        onSubmit={() => void submit()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      />
      <input
        ref={picker}
        type="file"
        accept=".json,application/json,text/plain"
        hidden
        onChange={(event) => {
          void readFile(event.target.files?.[0]);
          // The same file may be picked again after it was fixed.
          event.target.value = '';
        }}
      />
    </Dialog>
  );
}

/** Checks a text, then creates its pipeline. The parser is loaded on demand, since most visits import nothing. */
async function importText(
  text: string,
  create: ImportDialogProps['create'],
): Promise<TextProblem | undefined> {
  const parser = await import('@/engine/pipeline/import').catch(() => undefined);
  if (parser === undefined)
    return { message: 'The text was not imported: the server cannot be reached. Try again.' };
  const local = parser.importPipeline(text);
  if (!local.ok) return local.problem;
  const refusal = await create({ text });
  return refusal && { message: refusal.message };
}
