import {
  EditorSelection,
  EditorState,
  type Extension,
  Prec,
  type Range,
  StateEffect,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { CategoryName } from '@/components/ui/category';
import { bareReferences, chipEdges, isReference, settleCursor } from './chip-edges';
import styles from './expression-input.module.css';
import { type ExpressionMode, type ExpressionToken, expressionTokens, type ReferenceToken } from './tokens';

/** The look of a reference in a chip, besides its path. */
export interface ReferenceLook {
  readonly category: CategoryName;
  /** Short name of the type: `str`. */
  readonly type: string | undefined;
  readonly broken: boolean;
  /** Description of the reference. */
  readonly title: string;
}

/** The input of the chips. Read at every change, so that it may change with the document. */
export interface ChipSource {
  readonly mode: ExpressionMode;
  look(reference: ReferenceToken, text: string): ReferenceLook;
}

/** Renders the chips again, after a change of other steps that they show. */
export const refreshChips = StateEffect.define<null>();

/**
 * Shows references as chips, which stay text: braces and common prefixes are hidden until the cursor is inside, so that
 * every character can be edited by keyboard.
 */
export function chips(source: () => ChipSource): Extension {
  const plugin = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      hidden: DecorationSet;

      constructor(view: EditorView) {
        ({ shown: this.decorations, hidden: this.hidden } = decorate(view, source()));
      }

      update(update: ViewUpdate) {
        const asked = update.transactions.some((tr) => tr.effects.some((effect) => effect.is(refreshChips)));
        if (!asked && !update.docChanged && !update.selectionSet && !update.focusChanged) return;
        ({ shown: this.decorations, hidden: this.hidden } = decorate(update.view, source()));
      }
    },
    {
      decorations: (value) => value.decorations,
      // The arrow keys skip hidden text at once.
      provide: (own) => EditorView.atomicRanges.of((view) => view.plugin(own)?.hidden ?? Decoration.none),
    },
  );
  return [
    plugin,
    settledCursor(() => source().mode),
    Prec.high(
      keymap.of([
        { key: 'Backspace', run: (view) => selectChip(view, source().mode, 'to') },
        { key: 'Delete', run: (view) => selectChip(view, source().mode, 'from') },
      ]),
    ),
  ];
}

/** Moves a cursor at the edge of a chip outside its hidden text. */
function settledCursor(mode: () => ExpressionMode): Extension {
  return EditorState.transactionFilter.of((tr) => {
    const next = tr.selection?.main;
    if (next === undefined || tr.docChanged || !next.empty || !tr.isUserEvent('select')) return tr;
    const head = settleCursor(
      chipEdges(tr.startState.doc.toString(), mode()),
      tr.startState.selection.main.head,
      next.head,
    );
    return head === next.head ? tr : [tr, { selection: EditorSelection.cursor(head), sequential: true }];
  });
}

/** Deleting next to a chip selects it first; deleting again removes the whole chip, including its braces. */
function selectChip(view: EditorView, mode: ExpressionMode, side: 'from' | 'to'): boolean {
  const { main } = view.state.selection;
  if (!main.empty) return false;
  const chip = bareReferences(view.state.doc.toString(), mode).find((one) => one[side] === main.head);
  if (chip === undefined) return false;
  view.dispatch({ selection: EditorSelection.range(chip.from, chip.to) });
  return true;
}

const MARKS = {
  brace: Decoration.mark({ class: styles.brace }),
  string: Decoration.mark({ class: styles.string }),
  number: Decoration.mark({ class: styles.number }),
  word: Decoration.mark({ class: styles.word }),
  operator: Decoration.mark({ class: styles.operator }),
} as const;

const HIDDEN = Decoration.replace({});

interface Drawn {
  readonly shown: DecorationSet;
  readonly hidden: DecorationSet;
}

function decorate(view: EditorView, source: ChipSource): Drawn {
  const text = view.state.doc.toString();
  const shown: Range<Decoration>[] = [];
  const hidden: Range<Decoration>[] = [];
  const bare = bareReferences(text, source.mode);
  for (const token of expressionTokens(text, source.mode)) {
    if (!isReference(token)) {
      const hides =
        token.kind === 'brace' && bare.some((part) => touches(part, token) && !isEdited(view, part));
      if (hides) hidden.push(HIDDEN.range(token.from, token.to));
      else shown.push(markOf(token).range(token.from, token.to));
      continue;
    }
    shown.push(chipMark(source.look(token, text.slice(token.from, token.to))).range(token.from, token.to));
    const whole = bare.find((part) => touches(part, token)) ?? token;
    if (!isEdited(view, whole)) hidden.push(...token.hidden.map((part) => HIDDEN.range(part.from, part.to)));
  }
  return { shown: build([...shown, ...hidden]), hidden: build(hidden) };
}

function markOf(token: ExpressionToken): Decoration {
  return token.kind === 'reference' ? MARKS.operator : MARKS[token.kind];
}

function chipMark(look: ReferenceLook): Decoration {
  return Decoration.mark({
    class: look.broken ? `${styles.chip} ${styles.broken}` : styles.chip,
    attributes: {
      'data-category': look.category,
      title: look.title,
      ...(look.type === undefined ? {} : { 'data-type': look.type }),
    },
  });
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function touches(outer: Span, inner: Span): boolean {
  return inner.from >= outer.from && inner.to <= outer.to;
}

/** Whether the cursor is inside, or part of it is selected. */
function isEdited(view: EditorView, part: Span): boolean {
  if (!view.hasFocus) return false;
  return view.state.selection.ranges.some((range) => range.from < part.to && range.to > part.from);
}

function build(ranges: readonly Range<Decoration>[]): DecorationSet {
  return Decoration.set(
    ranges.filter((range) => range.from < range.to),
    true,
  );
}
