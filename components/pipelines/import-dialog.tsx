'use client';

import { type DragEvent, useRef, useState } from 'react';
import { refuseSize } from '@/engine/json-limits';
import type { ErrorBody } from '@/lib/contracts/errors';
import type { CreatePipelineInput } from '@/lib/contracts/pipelines';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';
import { Textarea } from '../ui/textarea';
import { excerptAt } from './filter';
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

/** Height of a line of the text box, in pixels: `--m-12`. */
const LINE_HEIGHT = 18;

/** Creates a pipeline from JSON that is pasted, dropped or picked. Pasted text stays until it is imported. */
export function ImportDialog({ open, onOpenChange, create }: ImportDialogProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<ImportProblem>();
  const [isBusy, setIsBusy] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);

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

  /** Puts the cursor where the text stops being JSON and brings the line into view. */
  function showPlace({ offset, line }: { offset: number; line: number }) {
    const area = box.current;
    if (!area) return;
    area.focus();
    area.setSelectionRange(offset, Math.min(offset + 1, area.value.length));
    area.scrollTop = Math.max(0, (line - 4) * LINE_HEIGHT);
  }

  async function submit() {
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
          <Button icon="download" onClick={() => picker.current?.click()} className={styles.pick}>
            Choose file…
          </Button>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" busy={isBusy} disabled={text.trim() === ''} onClick={() => void submit()}>
            Import
          </Button>
        </>
      }
    >
      <Textarea
        ref={box}
        mono
        rows={14}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        aria-label="Pipeline as JSON"
        aria-describedby={problem ? 'import-problem' : undefined}
        placeholder={EXAMPLE}
        invalid={problem !== undefined}
        value={text}
        onChange={(event) => write(event.target.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
        }}
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
      {problem && (
        <ImportProblemNotice id="import-problem" text={text} problem={problem} onShow={showPlace} />
      )}
    </Dialog>
  );
}

/** Checks a text, then creates its pipeline. The parser is loaded on demand, since most visits import nothing. */
async function importText(
  text: string,
  create: ImportDialogProps['create'],
): Promise<ImportProblem | undefined> {
  const parser = await import('@/engine/pipeline/import').catch(() => undefined);
  if (parser === undefined)
    return { message: 'The text was not imported: the server cannot be reached. Try again.' };
  const local = parser.importPipeline(text);
  if (!local.ok) return local.problem;
  const refusal = await create({ text });
  return refusal && { message: refusal.message };
}

/** Why a text is not a pipeline, with the position when it is not JSON. */
interface ImportProblem {
  readonly message: string;
  readonly offset?: number;
  readonly line?: number;
  readonly column?: number;
}

interface ImportProblemNoticeProps {
  id: string;
  text: string;
  problem: ImportProblem;
  onShow: (place: { offset: number; line: number }) => void;
}

/** The problem of an import, with the lines around its position. */
function ImportProblemNotice({ id, text, problem, onShow }: ImportProblemNoticeProps) {
  const { message, offset, line, column } = problem;
  if (offset === undefined || line === undefined || column === undefined) {
    return (
      <div id={id}>
        <Notice status="failed" title={message} alert className={styles.problem} />
      </div>
    );
  }
  const { lines, caret } = excerptAt(text, { line, column });
  return (
    <div id={id}>
      <Notice status="failed" title={message} alert className={styles.problem}>
        <pre className={styles.excerpt}>
          {lines.map((shown) => (
            <code key={shown.line} className={styles.line} data-fault={shown.hasFault || undefined}>
              <span className={styles.number}>{shown.line}</span>
              {shown.hasFault ? (
                <>
                  {shown.text.slice(0, caret)}
                  <mark className={styles.mark}>{shown.text.slice(caret, caret + 1) || ' '}</mark>
                  {shown.text.slice(caret + 1)}
                </>
              ) : (
                shown.text
              )}
            </code>
          ))}
        </pre>
        <Button size="sm" onClick={() => onShow({ offset, line })}>
          Go to line {line}
        </Button>
      </Notice>
    </div>
  );
}
