import { Fragment } from 'react';

/** Where a field is, broken only between its parts. */
export function FieldPath({ path }: { path: string }) {
  const parts = path.split(/(?<=\.)/);
  return (
    <code>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </code>
  );
}
