import type { LineageEntry } from './lineage';

/** What gave a value, or how it reads others, in a few words. @param action the title of the action of its step */
export function sourceText(entry: LineageEntry, action: string | undefined): string {
  switch (entry.source) {
    case undefined:
      return entry.links.every(({ reading }) => reading === 'same') ? 'read from' : 'computed from';
    case 'returned':
      return `returned by ${action ?? 'the action'}`;
    case 'pinned':
      return 'pinned output';
    case 'entered':
      return 'entered output';
    case 'written':
      return 'written in the pipeline';
    case 'default':
      return 'default of the action';
    case 'absent':
      return 'not set';
    case 'ended':
      return 'how the step ended';
    case 'param':
      return 'run parameter';
    case 'secret':
      return 'secret, masked';
    case 'signal':
      return 'signal to the run';
    case 'run':
      return 'known only while the run executes';
    case 'unknown_step':
      return 'the pipeline has no such step';
  }
}
