'use client';

import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Kbd } from '@/components/ui/kbd';
import { Segmented } from '@/components/ui/segmented';
import type { CompareBase } from '../model/interaction';
import { TextDiff } from './text-diff';
import type { VersionPreview } from './use-version-preview';
import { useVersionServices } from './use-versions';
import styles from './version-banner.module.css';
import { changesText, countChanges, versionTitle } from './version-words';

export interface VersionBannerProps {
  preview: VersionPreview;
  onExit: () => void;
}

type Look = 'canvas' | 'text';

/** The shown version and how it differs, on cards or as text, with a button to restore it. */
export function VersionBanner({ preview, onExit }: VersionBannerProps) {
  const { version, base, setBase, previous, before, after } = preview;
  const [look, setLook] = useState<Look>('canvas');
  useEscape(onExit);
  return (
    <>
      <section className={styles.banner} aria-label="Version">
        <b className={styles.title}>{versionTitle(preview)}</b>
        <span className={styles.words} role="status">
          {summary(preview)}
        </span>
        <span className={styles.tools}>
          <Segmented<CompareBase>
            label="Compare with"
            value={base}
            onValueChange={setBase}
            segments={[
              { value: 'draft', label: 'vs. draft' },
              { value: 'previous', label: previousText(previous), disabled: typeof previous !== 'number' },
            ]}
          />
          <Segmented<Look>
            label="Show as"
            value={look}
            onValueChange={setLook}
            segments={[
              { value: 'canvas', label: 'Canvas' },
              { value: 'text', label: 'Text' },
            ]}
          />
          <RestoreButton version={version} />
          <Button size="sm" variant="quiet" onClick={onExit}>
            Exit <Kbd>Esc</Kbd>
          </Button>
        </span>
      </section>
      {look === 'text' && before && after && (
        <div className={styles.text}>
          <TextDiff before={before} after={after} />
        </div>
      )}
    </>
  );
}

function previousText(previous: VersionPreview['previous']): string {
  if (previous === undefined) return 'vs. previous';
  return previous === null ? 'No older version' : `vs. v${previous}`;
}

function summary({ base, difference, problem }: VersionPreview): string {
  if (problem !== undefined) return `The version could not be loaded. ${problem}`;
  if (difference === undefined) return 'Loading the version…';
  const { changes, keys } = difference;
  if (changes.size + keys.length === 0) return 'Differs only in order, formatting or positions';
  const text = changesText(countChanges(changes.values(), keys));
  return base === 'draft' ? `Restoring changes: ${text}` : `Changed in this version: ${text}`;
}

/** Handles Escape, unless another handler has used it. */
function useEscape(onExit: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onExit();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onExit]);
}

function RestoreButton({ version }: { version: number }) {
  const versions = useVersionServices();
  const [busy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    await versions?.restore(version);
    setBusy(false);
  };
  return (
    <Button
      size="sm"
      variant="primary"
      icon="undo"
      busy={busy}
      title="Replaces the draft with this version. The draft is saved as a version first."
      onClick={() => void restore()}
    >
      Restore
    </Button>
  );
}
