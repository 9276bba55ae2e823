import { formatCount } from '@/components/ui/format';
import { IconButton } from '@/components/ui/icon-button';
import { patch } from '@/components/ui/observable';
import type { Frame } from '@/engine';
import { toggleFrame } from '../commands/frames';
import { updateFrame } from '../model/edits';
import { frameTitle } from '../model/frames';
import { useInteraction, useSession } from '../use-editor';
import { frameNodeId } from './flow-types';
import styles from './frame-node.module.css';
import { TitleInput } from './title-input';

export interface FrameHeadProps {
  frame: Frame;
  /** Number of its steps. */
  count: number;
  canEdit: boolean;
}

/** The title of an expanded frame, which moves it. */
export function FrameHead({ frame, count, canEdit }: FrameHeadProps) {
  const session = useSession();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: F2 on the frame does the same.
    <div
      className={styles.head}
      data-frame-handle
      onDoubleClick={() => canEdit && patch(session.interaction, { renamingFrame: frame.id })}
    >
      <FrameTitle frame={frame} />
      <span className={styles.count}>{formatCount(count, 'step')}</span>
      <IconButton
        icon="collapse"
        label={`Collapse ${frameTitle(frame)}`}
        size="sm"
        className="nodrag nopan"
        onClick={(event) => {
          event.stopPropagation();
          toggleFrame(session, frame.id);
        }}
      />
    </div>
  );
}

/** The title of a frame, or the field for it. */
export function FrameTitle({ frame }: { frame: Frame }) {
  const session = useSession();
  const isRenaming = useInteraction(({ renamingFrame }) => renamingFrame === frame.id);
  if (!isRenaming) return <span className={styles.title}>{frameTitle(frame)}</span>;
  return (
    <TitleInput
      label="Title of the frame"
      title={frame.title ?? ''}
      className={styles.rename}
      onDone={(title) => {
        patch(session.interaction, { renamingFrame: undefined });
        session.view.get()?.focus(frameNodeId(frame.id));
        if (title === undefined) return;
        session.store.edit('Rename frame', (document) =>
          updateFrame(document, frame.id, { title: title === '' ? undefined : title }),
        );
      }}
    />
  );
}
