import type { ActionDoc } from '@/lib/docs/action-doc';
import type { FieldDoc, ParamDoc } from '@/lib/docs/fields';
import { FieldPath } from './field-path';
import { Meaning, typeWithUnit } from './meaning';
import styles from './reference.module.css';

export interface ParamsTableProps {
  doc: Pick<ActionDoc, 'params' | 'needs' | 'names'>;
}

const VARIANTS = ['a', 'b'] as const;

/** What an action takes, as both variants spell it. */
export function ParamsTable({ doc }: ParamsTableProps) {
  if (doc.params.length === 0) return <p>It takes no parameters.</p>;
  const variants = VARIANTS.filter((variant) => doc.names[variant] !== undefined);
  const heads = [
    ...variants.map((variant) => `Variant ${variant.toUpperCase()}`),
    'Type',
    'Default',
    'Meaning',
  ];
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
              <ParamRow key={param.name} param={param} variants={variants} />,
              ...param.fields.map((field) => (
                <InnerRow key={field.path} field={field} span={variants.length} />
              )),
            ])}
          </tbody>
        </table>
      </div>
      {doc.params.some(({ added }) => added) && (
        <p className={styles.foot}>
          <span className={styles.added}>added</span> Neither variant of the specification has it.
        </p>
      )}
    </>
  );
}

interface ParamRowProps {
  param: ParamDoc;
  variants: readonly ('a' | 'b')[];
}

function ParamRow({ param, variants }: ParamRowProps) {
  return (
    <tr>
      {variants.map((variant, index) => (
        <td key={variant}>
          <Spelling name={param[variant]} other={variant === 'b' ? param.a : undefined} />
          {index === 0 && param.added && <span className={styles.added}>added</span>}
        </td>
      ))}
      <Facts field={param} reads={param.reads} />
    </tr>
  );
}

/** A field below a parameter: spelt the same everywhere. */
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

/** What counts when the parameter is left out, if it may be. */
function Default({ field: { required, fallback } }: { field: FieldDoc }) {
  if (required) return <span className={styles.required}>required</span>;
  if (fallback === undefined) return <span className={styles.none}>–</span>;
  return (
    <code className={styles.code}>{typeof fallback === 'string' ? fallback : JSON.stringify(fallback)}</code>
  );
}

function Spelling({ name, other }: { name: string | undefined; other?: string | undefined }) {
  if (name === undefined) return <span className={styles.none}>–</span>;
  if (name === other) return <span className={styles.same}>same</span>;
  return <code className={styles.name}>{name}</code>;
}
