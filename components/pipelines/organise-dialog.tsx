'use client';

import { type FormEvent, useId, useState } from 'react';
import type { ErrorBody } from '@/lib/contracts/errors';
import type { PipelineCounts } from '@/lib/contracts/pipeline-list';
import { folderSchema, MAX_LABEL_LENGTH, organisePipelineInput } from '@/lib/contracts/pipeline-organisation';
import type { PipelineSummary } from '@/lib/contracts/pipelines';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import styles from './organise-dialog.module.css';

export interface OrganiseDialogProps {
  pipeline: PipelineSummary;
  /** Existing folders and tags, as suggestions. */
  counts: Pick<PipelineCounts, 'folders' | 'tags'>;
  onClose: () => void;
  organise: (labels: { folder: string | null; tags: string[] }) => Promise<ErrorBody | undefined>;
}

/** Sets the folder and the tags of a pipeline. */
export function OrganiseDialog({ pipeline, counts, onClose, organise }: OrganiseDialogProps) {
  const formId = useId();
  const folderList = useId();
  const [folder, setFolder] = useState(pipeline.folder ?? '');
  const [tagText, setTagText] = useState(pipeline.tags.join(', '));
  const [errors, setErrors] = useState<{ folder?: string | undefined; tags?: string | undefined }>({});
  const [isBusy, setIsBusy] = useState(false);
  const tags = tagsIn(tagText);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const labels = { folder: folder.trim() || null, tags };
    const problems = problemsOf(labels);
    setErrors(problems);
    if (problems.folder || problems.tags) return;
    setIsBusy(true);
    const refusal = await organise(labels);
    setIsBusy(false);
    if (refusal) setErrors({ tags: refusal.message });
    else onClose();
  }

  function toggle(tag: string) {
    setTagText((tags.includes(tag) ? tags.filter((each) => each !== tag) : [...tags, tag]).join(', '));
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Folder and tags"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={(event) => void submit(event)}>
        <Field label="Folder" error={errors.folder} hint="Leave empty for no folder.">
          {(control) => (
            <Input
              {...control}
              value={folder}
              list={folderList}
              maxLength={MAX_LABEL_LENGTH}
              autoComplete="off"
              onChange={(event) => setFolder(event.target.value)}
            />
          )}
        </Field>
        <datalist id={folderList}>
          {counts.folders.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Field label="Tags" error={errors.tags} hint="Separate tags with commas.">
          {(control) => (
            <Input
              {...control}
              value={tagText}
              autoComplete="off"
              onChange={(event) => setTagText(event.target.value)}
            />
          )}
        </Field>
        {counts.tags.length > 0 && (
          <fieldset className={styles.known}>
            <legend>Existing tags</legend>
            {counts.tags.slice(0, MOST_SUGGESTED).map(({ name }) => (
              <button
                key={name}
                type="button"
                aria-pressed={tags.includes(name)}
                className={styles.tag}
                onClick={() => toggle(name)}
              >
                {name}
              </button>
            ))}
          </fieldset>
        )}
      </form>
    </Dialog>
  );
}

/** Largest number of existing tags that are offered. */
const MOST_SUGGESTED = 40;

function tagsIn(text: string): string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
    ),
  ];
}

function problemsOf({ folder, tags }: { folder: string | null; tags: string[] }) {
  const inFolder = folderSchema.nullable().safeParse(folder);
  const inTags = organisePipelineInput.shape.tags.safeParse(tags);
  return {
    folder: inFolder.error?.issues[0]?.message,
    tags: inTags.error?.issues[0]?.message,
  };
}
