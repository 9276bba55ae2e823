import type { ActionDoc } from '@/lib/docs/action-doc';
import { CategoryIcon } from '../ui/category-icon';
import { Tag } from '../ui/tag';
import styles from './action-page.module.css';
import { ExampleBox } from './example-box';
import { OutputsTable } from './outputs-table';
import { ParamsTable } from './params-table';
import { Prose } from './prose';
import { RetryNotes } from './retry-notes';
import { type CreatePipeline, UseButton } from './use-button';

export interface ActionPageProps {
  doc: ActionDoc;
  /** The alias by which somebody came here. */
  alias: string | undefined;
  createPipeline: CreatePipeline;
}

/** All that there is to know of one action. */
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
        {doc.examples.length > 0 && (
          <ExampleBox examples={doc.examples} prefersB={alias !== undefined && alias === doc.names.b} />
        )}
        <RetryNotes doc={doc} />
        <h2>Fails with</h2>
        <dl className={styles.failures}>
          {doc.failures.map(({ kind, meaning, retried }) => (
            <div key={kind}>
              <dt>{kind}</dt>
              <dd>
                <Prose text={meaning} />
                {retried && <span className={styles.quiet}> Tried again by a retry.</span>}
              </dd>
            </div>
          ))}
        </dl>
        <h2>If the process dies</h2>
        <p>
          <Prose text={doc.afterCrash} />
        </p>
      </div>
    </article>
  );
}

/** The types of the action: one action, whichever is written. */
function Names({ doc, alias }: { doc: ActionDoc; alias: string | undefined }) {
  const { a, b, others } = doc.names;
  const hasSeveral = others.length > 0 || (a !== undefined && b !== undefined && a !== b);
  return (
    <p className={styles.names}>
      <Tag icon="bolt" title="What running it does to the world">
        {doc.effect}
      </Tag>
      <Name of="Variant A" types={a === undefined ? [] : [a]} />
      <Name of="Variant B" types={b === undefined ? [] : [b]} />
      {others.length > 0 && <Name of="Also" types={others} />}
      {alias !== undefined && (
        <span>
          <code>{alias}</code> is another name of this action.
        </span>
      )}
      {alias === undefined && hasSeveral && <span>One action. Your spelling is kept when you save.</span>}
    </p>
  );
}

function Name({ of, types }: { of: string; types: readonly string[] }) {
  return (
    <span>
      <span className={styles.quiet}>{of}</span>{' '}
      {types.length === 0 ? (
        <span className={styles.quiet}>none</span>
      ) : (
        types.map((type) => <code key={type}>{type}</code>)
      )}
    </span>
  );
}
