import type { ActionDoc } from '@/lib/docs/action-doc';
import type { FieldDoc, ParamDoc } from '@/lib/docs/fields';
import { FieldPath, Meaning, typeWithUnit } from './meaning';
import styles from './reference.module.css';

export interface ParamsTableProps {
  doc: Pick<ActionDoc, 'params' | 'needs'>;
}

/** The parameters of an action, with every accepted spelling. */
export function ParamsTable({ doc }: ParamsTableProps) {
  if (doc.params.length === 0) return <p>No parameters</p>;
  const hasAliases = doc.params.some(({ aliases }) => aliases.length > 0);
  const heads = ['Parameter', ...(hasAliases ? ['Also accepted as'] : []), 'Type', 'Default', 'Description'];
  return (
    <>
      {doc.needs !== undefined && <p>{doc.needs}</p>}
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {doc.params.flatMap((param) => [
              <ParamRow key={param.name} param={param} hasAliases={hasAliases} />,
              ...param.fields.map((field) => (
                <InnerRow key={field.path} field={field} span={hasAliases ? 2 : 1} />
              )),
            ])}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface ParamRowProps {
  param: ParamDoc;
  hasAliases: boolean;
}

function ParamRow({ param, hasAliases }: ParamRowProps) {
  return (
    <tr>
      <td>
        <code className={styles.name}>{param.name}</code>
      </td>
      {hasAliases && (
        <td>
          {param.aliases.map((alias) => (
            <code key={alias} className={styles.name}>
              {alias}
            </code>
          ))}
        </td>
      )}
      <Facts field={param} reads={param.reads} />
    </tr>
  );
}

/** A field below a parameter. */
function InnerRow({ field, span }: { field: FieldDoc; span: number }) {
  return (
    <tr className={styles.below}>
      <td colSpan={span} className={styles.name}>
        <FieldPath path={field.path} />
      </td>
      <Facts field={field} />
    </tr>
  );
}

function Facts({ field, reads = [] }: { field: FieldDoc; reads?: readonly string[] }) {
  return (
    <>
      <td className={styles.type}>{typeWithUnit(field)}</td>
      <td>
        <Default field={field} />
      </td>
      <td className={styles.meaning}>
        <Meaning field={field} reads={reads} />
      </td>
    </>
  );
}

/** The default of an optional parameter. */
function Default({ field: { required, fallback } }: { field: FieldDoc }) {
  if (required) return <span className={styles.required}>required</span>;
  if (fallback === undefined) return <span className={styles.none}>–</span>;
  return (
    <code className={styles.code}>{typeof fallback === 'string' ? fallback : JSON.stringify(fallback)}</code>
  );
}
