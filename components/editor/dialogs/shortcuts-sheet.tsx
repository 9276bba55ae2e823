'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Input } from '@/components/ui/input';
import { Kbd } from '@/components/ui/kbd';
import { patch } from '@/components/ui/observable';
import { useShortcutText } from '@/components/ui/use-shortcut-text';
import { COMMANDS } from '../commands';
import { type Command, type CommandGroup, isEnabled } from '../commands/command';
import { startTour } from '../commands/tour';
import { useCommandContext } from '../use-commands';
import { useInteraction, useSession } from '../use-editor';
import styles from './shortcuts-sheet.module.css';

const HEADINGS: Readonly<Record<CommandGroup, string>> = {
  pipeline: 'Pipeline',
  debug: 'Debugging',
  add: 'Add',
  edit: 'Edit',
  select: 'Selection and navigation',
  view: 'View',
};
const GROUPS: readonly CommandGroup[] = ['pipeline', 'debug', 'add', 'edit', 'select', 'view'];

/** Every shortcut, searchable, from the list of commands. */
export function ShortcutsSheet() {
  const session = useSession();
  const open = useInteraction((interaction) => interaction.dialog === 'shortcuts');
  const [query, setQuery] = useState('');
  const shortcutText = useShortcutText();
  const found = COMMANDS.filter(
    (command) => command.shortcuts.length > 0 && matches(command, query, shortcutText),
  );
  const context = useCommandContext();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => patch(session.interaction, { dialog: next ? 'shortcuts' : 'none' })}
      title="Keyboard shortcuts"
      description="Single-key shortcuts work while the canvas has focus."
      size="lg"
      footer={
        isEnabled(startTour, context) && (
          <Button
            onClick={() => {
              patch(session.interaction, { dialog: 'none' });
              startTour.run(context);
            }}
          >
            {startTour.label}
          </Button>
        )
      }
    >
      <Input
        icon="search"
        soft
        aria-label="Search shortcuts"
        placeholder="Search"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <div className={styles.groups}>
        {GROUPS.map((group) => {
          const commands = found.filter((command) => command.group === group);
          if (commands.length === 0) return null;
          return (
            <section key={group}>
              <h3 className={styles.heading}>{HEADINGS[group]}</h3>
              <dl className={styles.list}>
                {commands.map((command) => (
                  <div key={command.id} className={styles.row}>
                    <dt>{command.label}</dt>
                    <dd>
                      {command.shortcuts.map((shortcut) => (
                        <Kbd key={shortcut}>{shortcutText(shortcut)}</Kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
        {found.length === 0 && <p className={styles.none}>No commands match “{query}”</p>}
      </div>
    </Dialog>
  );
}

/** Whether each word is in the name, the group or a shortcut of the command. */
function matches(
  { label, group, shortcuts }: Command,
  query: string,
  text: (shortcut: string) => string,
): boolean {
  const searched = [label, HEADINGS[group], ...shortcuts.map(text)].join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
