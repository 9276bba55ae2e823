'use client';

import { type DragEvent, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { type ParsedRunFile, parseRunFile, type RunFile, refuseRunFileSize } from '@/lib/contracts/run-file';
import styles from './run-file-chooser.module.css';

export interface RunFileChooserProps {
  onOpen: (file: RunFile) => void;
}

/** Chooses a run file, and says why a file cannot be shown. */
export function RunFileChooser({ onOpen }: RunFileChooserProps) {
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);
  const picker = useRef<HTMLInputElement>(null);

  async function open(chosen: File | undefined) {
    if (!chosen) return;
    setReading(true);
    const read = await readFile(chosen);
    setReading(false);
    if (read.ok) onOpen(read.file);
    else setProblem(read.problem);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    void open(event.dataTransfer.files[0]);
  }

  return (
    <>
      <section
        className={styles.drop}
        aria-label="Run file"
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <p>Drop a run file here, or choose one.</p>
        <Button variant="primary" icon="file" busy={isReading} onClick={() => picker.current?.click()}>
          Choose file…
        </Button>
        <input
          ref={picker}
          type="file"
          accept=".json,application/json"
          aria-label="Run file"
          hidden
          onChange={(event) => {
            void open(event.target.files?.[0]);
            // The same file may be chosen again.
            event.target.value = '';
          }}
        />
      </section>
      {problem && <Notice status="failed" title={problem} alert className={styles.problem ?? ''} />}
    </>
  );
}

async function readFile(chosen: File): Promise<ParsedRunFile> {
  const size = refuseRunFileSize(chosen.size);
  if (size !== undefined) return { ok: false, problem: size };
  try {
    return parseRunFile((await chosen.text()).replace(/^\uFEFF/, ''));
  } catch {
    return {
      ok: false,
      problem: `The file ${chosen.name} could not be read. Choose the file again.`,
    };
  }
}
