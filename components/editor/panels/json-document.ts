import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { Diagnostic as LintDiagnostic } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { Diagnostic } from '@/engine';
import { placeOf, type Slice, type StepPlace, stepAt, stepPlaces } from './json-places';

/** Time the syntax tree may take when it has to reach further than what is on screen, in milliseconds. */
const TREE_MS = 120;

/** Problems that are underlined at most; the list beside names all of them. */
const MAX_UNDERLINED = 300;

function treeOf(state: EditorState) {
  return ensureSyntaxTree(state, state.doc.length, TREE_MS) ?? syntaxTree(state);
}

function sliceOf(state: EditorState): Slice {
  return (from, to) => state.sliceDoc(from, to);
}

/** The step whose JSON a position lies in. */
export function stepAtPosition(state: EditorState, position: number): StepPlace | undefined {
  return stepAt(stepPlaces(treeOf(state), sliceOf(state)), position);
}

/** Shows the JSON of a step, unless the cursor is in it already. The keyboard stays where it is. */
export function revealStep(view: EditorView, id: string): void {
  const { state } = view;
  const places = stepPlaces(treeOf(state), sliceOf(state));
  const place = places.find((one) => one.id === id) ?? searched(state, id);
  if (place === undefined) return;
  const { head } = state.selection.main;
  if (head >= place.from && head <= place.to) return;
  view.dispatch({
    selection: { anchor: place.from },
    effects: EditorView.scrollIntoView(place.from, { y: 'start', yMargin: 24 }),
  });
}

/** In a text too long to be parsed whole, the id itself leads to its step. */
function searched(state: EditorState, id: string): { from: number; to: number } | undefined {
  if (treeOf(state).length >= state.doc.length) return undefined;
  const text = state.doc.toString();
  const at = text.indexOf(`"id": ${JSON.stringify(id)}`);
  const from = at < 0 ? -1 : text.lastIndexOf('{', at);
  return from < 0 ? undefined : { from, to: at };
}

/** The problems of the document at their places in the text. */
export function underline(state: EditorState, problems: readonly Diagnostic[]): LintDiagnostic[] {
  const tree = treeOf(state);
  const slice = sliceOf(state);
  return problems.slice(0, MAX_UNDERLINED).flatMap((problem) => {
    const place = placeOf(problem, tree, slice);
    const message = problem.hint === undefined ? problem.message : `${problem.message}\n${problem.hint}`;
    return place === undefined ? [] : [{ ...place, severity: problem.severity, message }];
  });
}
