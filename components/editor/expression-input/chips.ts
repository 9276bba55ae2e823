import { type Extension, type Range, StateEffect } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { CategoryName } from '@/components/ui/category';
import styles from './expression-input.module.css';
import {
  type ExpressionMode,
  type ExpressionToken,
  expressionRegions,
  expressionTokens,
  type ReferenceToken,
} from './tokens';

/** What a chip shows of a reference besides its path. */
export interface ReferenceLook {
  readonly category: CategoryName;
  /** Short name of the type: `str`. */
  readonly type: string | undefined;
  readonly broken: boolean;
  /** What the reference means, in words. */
  readonly title: string;
}

/** What the chips are drawn from; read at every change, so that it may change with the document. */
export interface ChipSource {
  readonly mode: ExpressionMode;
  look(reference: ReferenceToken, text: string): ReferenceLook;
}

/** Asks the chips to be drawn again, when what they show of other steps has changed. */
export const refreshChips = StateEffect.define<null>();

/**
 * Shows references as chips while they stay text: braces and the words every reference shares are hidden until the
 * cursor goes inside, so every character can be reached and edited by keyboard.
 */
export function chips(source: () => ChipSource): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = decorate(view, source());
      }

      update(update: ViewUpdate) {
        const asked = update.transactions.some((tr) => tr.effects.some((effect) => effect.is(refreshChips)));
        if (asked || update.docChanged || update.selectionSet || update.focusChanged) {
          this.decorations = decorate(update.view, source());
        }
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

const MARKS = {
  brace: Decoration.mark({ class: styles.brace }),
  string: Decoration.mark({ class: styles.string }),
  number: Decoration.mark({ class: styles.number }),
  word: Decoration.mark({ class: styles.word }),
  operator: Decoration.mark({ class: styles.operator }),
} as const;

const HIDDEN = Decoration.replace({});

function decorate(view: EditorView, source: ChipSource): DecorationSet {
  const text = view.state.doc.toString();
  const ranges: Range<Decoration>[] = [];
  const tokens = expressionTokens(text, source.mode);
  const bare = bareReferences(text, source.mode, tokens);
  for (const token of tokens) {
    if (!('root' in token)) {
      const hide =
        token.kind === 'brace' && bare.some((part) => touches(part, token) && !isEdited(view, part));
      ranges.push((hide ? HIDDEN : markOf(token)).range(token.from, token.to));
      continue;
    }
    const look = source.look(token, text.slice(token.from, token.to));
    ranges.push(chipMark(look).range(token.from, token.to));
    const whole = bare.find((part) => part.from <= token.from && token.to <= part.to) ?? token;
    if (!isEdited(view, whole)) ranges.push(...token.hidden.map((part) => HIDDEN.range(part.from, part.to)));
  }
  return build(ranges);
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

/** Templates that hold one reference and nothing else: only there the braces say nothing a chip does not. */
function bareReferences(text: string, mode: ExpressionMode, tokens: readonly ExpressionToken[]) {
  return expressionRegions(text, mode).filter((region) => {
    if (!region.closed || region.innerFrom === region.from) return false;
    const inside = tokens.filter((token) => token.from >= region.innerFrom && token.to <= region.innerTo);
    const [only] = inside;
    if (inside.length !== 1 || only?.kind !== 'reference') return false;
    return text.slice(region.innerFrom, region.innerTo).trim() === text.slice(only.from, only.to);
  });
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function touches(outer: Span, inner: Span): boolean {
  return inner.from >= outer.from && inner.to <= outer.to;
}

/** The cursor is inside, or part of it is selected. */
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
