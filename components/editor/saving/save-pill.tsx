'use client';

import type { IconName } from '@/components/ui/icon';
import type { Status } from '@/components/ui/status';
import { Tag } from '@/components/ui/tag';
import type { SaveState } from '../model/save-state';
import type { JsonDraft } from '../model/store';
import { useEditor } from '../use-editor';
import styles from './save-pill.module.css';

interface Look {
  readonly icon: IconName;
  readonly words: string;
  readonly title: string;
  readonly status?: Status;
}

/** Whether the document is saved: icon, word and version. */
export function SavePill() {
  const save = useEditor((state) => state.save);
  const text = useEditor((state) => state.jsonDraft);
  const look = (text && save.status === 'saved' ? lookOfText(text) : undefined) ?? lookOf(save);
  return (
    <span role="status" aria-live="polite">
      <Tag
        icon={look.icon}
        title={look.title}
        {...(look.status === undefined ? {} : { status: look.status })}
      >
        <span className={styles.words}>{look.words}</span>
      </Tag>
    </span>
  );
}

/** Text of the JSON panel that is no pipeline: it is kept, but neither applied nor saved. */
function lookOfText({ error }: JsonDraft): Look {
  return {
    icon: 'pencil',
    words: 'Unsaved draft',
    title: `The JSON text was not applied: line ${error.line}: ${error.message} The text is kept on this device.`,
    status: 'stale',
  };
}

function lookOf(save: SaveState): Look {
  switch (save.status) {
    case 'saved':
      return save.edited
        ? {
            icon: 'check',
            words: 'Draft saved',
            title: `All changes are saved in the draft. The newest version is ${save.version}; the next run creates a new one.`,
          }
        : {
            icon: 'check',
            words: `Saved · v${save.version}`,
            title: `All changes are saved. This is version ${save.version}.`,
          };
    case 'dirty':
      return {
        icon: 'pencil',
        words: 'Unsaved',
        title: 'Your edits are kept on this device and are saved shortly.',
      };
    case 'saving':
      return { icon: 'running', words: 'Saving…', title: 'Saving your edits to the server.' };
    case 'offline':
      return {
        icon: 'warn',
        words: 'Offline · kept on this device',
        title: `The server cannot be reached. Your edits are kept on this device. Next attempt in ${Math.ceil(save.retryInMs / 1000)} s.`,
        status: 'stale',
      };
    case 'conflict':
      return {
        icon: 'err',
        words: 'Conflict',
        title: 'Some values were changed here and elsewhere. Choose which one to keep for each.',
        status: 'failed',
      };
    case 'failed':
      return { icon: 'err', words: 'Not saved', title: save.message, status: 'failed' };
  }
}
