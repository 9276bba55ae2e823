import { isJsonObject, type Json, type JsonObject, retrySchema } from '@/engine';
import type { ActionDoc } from '@/lib/docs/action-doc';
import { AttemptRuler } from '../editor/inspector/attempt-ruler';
import { attemptLimit, attemptRuler, type AttemptRuler as Ruler } from '../editor/inspector/ruler';
import { Prose } from './prose';

export interface RetryNotesProps {
  doc: Pick<ActionDoc, 'notes' | 'examples' | 'params'>;
}

/** When the action is tried again, and what that comes to in an example. */
export function RetryNotes({ doc }: RetryNotesProps) {
  const ruler = exampleRuler(doc);
  return (
    <>
      <h2>Retry</h2>
      <p>
        <Prose text="With retry, the step is retried after the errors marked below, unless retry_on names others." />
      </p>
      {doc.notes.map((note) => (
        <p key={note}>
          <Prose text={note} />
        </p>
      ))}
      {ruler && (
        <>
          <p>Attempts of the example with retry:</p>
          <AttemptRuler ruler={ruler} />
        </>
      )}
    </>
  );
}

/** The attempts of the first example that is tried again. */
function exampleRuler({ examples, params }: RetryNotesProps['doc']): Ruler | undefined {
  const step = examples.map(({ forms }) => forms[0]?.step).find((each) => each?.retry !== undefined);
  const retry = retrySchema.safeParse(step?.retry);
  if (step === undefined || !retry.success) return undefined;
  const limit = params.find(({ name }) => name === 'timeout_seconds');
  const given = limit && spelt(step.params, [limit.a, limit.b]);
  return attemptRuler(retry.data, attemptLimit(undefined, given ?? limit?.fallback));
}

function spelt(params: Json | undefined, names: readonly (string | undefined)[]): Json | undefined {
  const written: JsonObject = isJsonObject(params) ? params : {};
  return names
    .flatMap((name) => (name === undefined ? [] : [written[name]]))
    .find((value) => value !== undefined);
}
