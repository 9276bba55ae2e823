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
