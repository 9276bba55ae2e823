import { isJsonObject, type Json, type JsonObject, retrySchema } from '@/engine';
import { type AttemptTimes, attemptLimit, attemptTimes } from '@/engine/run/time/attempt-times';
import type { ActionDoc } from '@/lib/docs/action-doc';
import type { FieldDoc } from '@/lib/docs/fields';
import { AttemptRuler } from '../editor/inspector/attempt-ruler';
import { CategoryIcon } from '../ui/category';
import { Tag } from '../ui/tag';
import styles from './action-page.module.css';
import { ExampleBox } from './example-box';
import { FieldPath, Meaning, Prose, typeWithUnit } from './meaning';
import { ParamsTable } from './params-table';
import outputsTableStyles from './reference.module.css';
import { type CreatePipeline, UseButton } from './use-button';

export interface ActionPageProps {
  doc: ActionDoc;
  /** The alias in the URL, if any. */
  alias: string | undefined;
  createPipeline: CreatePipeline;
}

/** The reference of one action. */
export function ActionPage({ doc, alias, createPipeline }: ActionPageProps) {
  return (
    <article className={styles.article} data-category={doc.category}>
      <div className={styles.main}>
        <header className={styles.head}>
          <CategoryIcon category={doc.category} icon={doc.icon} className={styles.icon} />
          <h1>{doc.title}</h1>
          <span className={styles.tools}>
            <UseButton doc={doc} createPipeline={createPipeline} />
          </span>
        </header>
        <p className={styles.lead}>{doc.description}</p>
        <Names doc={doc} alias={alias} />
        <h2>Parameters</h2>
        <ParamsTable doc={doc} />
        <h2>Outputs</h2>
        <OutputsTable outputs={doc.outputs} />
      </div>
      <div className={styles.side}>
        {doc.examples.length > 0 && <ExampleBox examples={doc.examples} prefersOther={alias !== undefined} />}
        <RetryNotes doc={doc} />
        <h2>Errors</h2>
        <dl className={styles.failures}>
          {doc.failures.map(({ kind, meaning, retried }) => (
            <div key={kind}>
              <dt>{kind}</dt>
              <dd>
                <Prose text={meaning} />
                {retried && <span className={styles.quiet}> Retried by default.</span>}
              </dd>
            </div>
          ))}
        </dl>
        <h2>After a crash</h2>
        <p>
          <Prose text={doc.afterCrash} />
        </p>
      </div>
    </article>
  );
}

/** The type of the action, with every accepted spelling. */
function Names({ doc, alias }: { doc: ActionDoc; alias: string | undefined }) {
  return (
    <p className={styles.names}>
      <Tag icon="bolt" title="Side effects">
        {doc.effect}
      </Tag>
      <Name of="Action type" types={[doc.type]} />
      {doc.aliases.length > 0 && <Name of="Also accepted as" types={doc.aliases} />}
      {alias !== undefined && (
        <span>
          <code>{alias}</code> is another spelling of this action type.
        </span>
      )}
      {alias === undefined && doc.aliases.length > 0 && <span>Saved pipelines keep your spelling.</span>}
    </p>
  );
}

function Name({ of, types }: { of: string; types: readonly string[] }) {
  return (
    <span>
      <span className={styles.quiet}>{of}</span>{' '}
      {types.map((type) => (
        <code key={type}>{type}</code>
      ))}
    </span>
  );
}

interface OutputsTableProps {
  outputs: readonly FieldDoc[];
}

/** The output of an action, field by field. */
function OutputsTable({ outputs }: OutputsTableProps) {
  if (outputs.length === 0) return <p>No outputs</p>;
  return (
    <div className={outputsTableStyles.scroll}>
      <table className={outputsTableStyles.table}>
        <thead>
          <tr>
            {['Field', 'Type', 'Always set', 'Description'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {outputs.map((field) => (
            <tr key={field.path} className={field.depth > 0 ? outputsTableStyles.below : undefined}>
              <td className={outputsTableStyles.name}>
                <FieldPath path={field.path} />
              </td>
              <td className={outputsTableStyles.type}>{typeWithUnit(field)}</td>
              <td>{field.required ? 'yes' : 'no'}</td>
              <td className={outputsTableStyles.meaning}>
                <Meaning field={field} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RetryNotesProps {
  doc: Pick<ActionDoc, 'notes' | 'examples' | 'params'>;
}

/** When the action is retried, with the times of an example. */
function RetryNotes({ doc }: RetryNotesProps) {
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

/** The attempts of the first example with a retry. */
function exampleRuler({ examples, params }: RetryNotesProps['doc']): AttemptTimes | undefined {
  const step = examples.map(({ forms }) => forms[0]?.step).find((each) => each?.retry !== undefined);
  const retry = retrySchema.safeParse(step?.retry);
  if (step === undefined || !retry.success) return undefined;
  const limit = params.find(({ name }) => name === 'timeout_seconds');
  const given = limit && spelt(step.params, [limit.a, limit.b]);
  return attemptTimes(retry.data, attemptLimit(undefined, given ?? limit?.fallback));
}

function spelt(params: Json | undefined, names: readonly (string | undefined)[]): Json | undefined {
  const written: JsonObject = isJsonObject(params) ? params : {};
  return names
    .flatMap((name) => (name === undefined ? [] : [written[name]]))
    .find((value) => value !== undefined);
}
