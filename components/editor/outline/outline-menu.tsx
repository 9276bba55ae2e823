import { titleOf } from '@/components/pipeline-text/step-title';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { FRAME_MENU, STEP_MENU } from '../commands';
import { announce, type Command, isEnabled } from '../commands/command';
import { addEdge, connectSelected } from '../commands/connect-mode';
import { layOut } from '../commands/lay-out';
import { rename } from '../commands/select';
import { selectGraph } from '../model/derived';
import { freeHandle, OUT_HANDLE, refuseConnection } from '../model/edits';
import type { EditorSession } from '../session';
import { useCommandContext, useShortcutText } from '../use-commands';
import styles from './outline.module.css';

/** The open menu of a row. `connect` lists the steps that can run after it. */
export interface OutlineMenuPlace {
  readonly id: string;
  readonly kind: 'step' | 'frame' | 'connect';
  /** Distance from the top of the list, in pixels. */
  readonly top: number;
}

export interface OutlineMenuProps {
  place: OutlineMenuPlace;
  onClose: () => void;
  onRename: () => void;
  /** Opens the list of steps to connect to. */
  onConnect: () => void;
}

/** Commands that need the canvas, or that the outline does itself. */
const OWN = new Set<Command | 'line'>([connectSelected, rename, layOut]);

/** The context menu of a step or a frame in the outline. */
export function OutlineMenu({ place, onClose, onRename, onConnect }: OutlineMenuProps) {
  const context = useCommandContext();
  const shortcutText = useShortcutText();
  const isLocked = context.lens;
  return (
    <Menu
      open
      onOpenChange={(open) => !open && onClose()}
      trigger={<span className={styles.menuPoint} style={{ top: place.top }} aria-hidden />}
    >
      {place.kind === 'connect' ? (
        <Targets session={context.session} from={place.id} />
      ) : (
        <>
          <MenuItem icon="pencil" shortcut="F2" disabled={isLocked} onSelect={onRename}>
            Rename
          </MenuItem>
          {place.kind === 'step' && (
            <MenuItem icon="branch" disabled={isLocked} onSelect={onConnect}>
              Connect to…
            </MenuItem>
          )}
          {(place.kind === 'frame' ? FRAME_MENU : STEP_MENU)
            .filter((command) => !OWN.has(command))
            .map((command, index) =>
              command === 'line' ? (
                <MenuSeparator key={index} />
              ) : (
                <MenuItem
                  key={command.id}
                  icon={command.icon}
                  shortcut={shortcutText(command)}
                  disabled={!isEnabled(command, context)}
                  onSelect={() => command.run(context)}
                >
                  {command.label}
                </MenuItem>
              ),
            )}
        </>
      )}
    </Menu>
  );
}

interface TargetsProps {
  session: EditorSession;
  from: string;
}

/** The steps that can run after a step. */
function Targets({ session, from }: TargetsProps) {
  const { store, descriptors } = session;
  const { document } = store.getState();
  const handle = freeHandle(document, from, descriptors);
  const { order } = selectGraph(document, descriptors);
  const targets = order.filter(
    (to) => refuseConnection(document, { from, handle, to }, descriptors) === undefined,
  );
  const when = handle === OUT_HANDLE ? '' : `when ${handle}, `;
  if (targets.length === 0) return <MenuItem disabled>No step can run after this one</MenuItem>;
  return targets.map((to) => (
    <MenuItem
      key={to}
      detail={to}
      onSelect={() => {
        const refusal = addEdge(session, { from, handle, to });
        announce(session, refusal ?? `Connected ${from}, ${when}to ${to}.`);
      }}
    >
      {titleOf(document, to, descriptors)}
    </MenuItem>
  ));
}
