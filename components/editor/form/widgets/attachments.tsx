'use client';

import type { ReactNode } from 'react';
import { Select } from '@/components/ui/select';
import type { Json, JsonObject } from '@/engine';
import { COMMON_MEDIA_TYPES } from '@/engine/media-types';
import { ExpressionInput } from '../../expression-input/expression-input';
import {
  ATTACHMENT_SOURCES,
  type AttachmentSource,
  attachmentRow,
  newAttachment,
  partOf,
  withPart,
  withSource,
} from '../attachment-rows';
import { useFormScope } from '../form-context';
import { JsonField } from '../json-field';
import type { WidgetProps } from '../widget-props';
import { JsonWidget } from './json';
import { Rows } from './rows';
import styles from './widgets.module.css';

const SOURCES: Readonly<Record<AttachmentSource | 'template', string>> = {
  content: 'Text',
  content_base64: 'Base64',
  path: 'Stored file',
  template: 'Expression',
};
const PLACEHOLDERS: Readonly<Record<AttachmentSource, string>> = {
  content: 'File content',
  content_base64: '{{ … }} in base64',
  path: '{{steps.….output.response_body.path}}',
};

/** Attachments of an email: each with a name and a source of its content, or one expression for the whole. */
export function AttachmentsWidget(props: WidgetProps) {
  const { label, value, onChange, path } = props;
  if (value !== undefined && !Array.isArray(value)) return <JsonWidget {...props} />;
  const rows = value ?? [];
  const set = (index: number, next: Json, at = '') =>
    onChange(
      rows.map((row, other) => (other === index ? next : row)),
      `${path}.${index}${at}`,
    );
  return (
    <Rows<Json>
      label={label}
      rows={rows}
      noun="file"
      make={newAttachment}
      onChange={(next) => onChange(next)}
    >
      {(row, index) => (
        <Attachment widget={props} value={row} index={index} onChange={(next, at) => set(index, next, at)} />
      )}
    </Rows>
  );
}

interface AttachmentProps {
  widget: WidgetProps;
  value: Json;
  index: number;
  onChange: (value: Json, at?: string) => void;
}

function Attachment({ widget, value, index, onChange }: AttachmentProps) {
  const { stepId } = useFormScope();
  const row = attachmentRow(value);
  const name = `File ${index + 1}`;
  const path = `${widget.path}.${index}`;
  if (row.kind === 'json') {
    return (
      <JsonField
        id={`${widget.id}-${index}`}
        label={name}
        draftKey={`${stepId ?? ''}.${path}`}
        value={value}
        onChange={(next) => onChange(next)}
      />
    );
  }
  const shown = row.kind === 'template' ? 'template' : row.source;
  const select = (
    <Select
      id={index === 0 ? widget.id : undefined}
      aria-label={`Source of file ${index + 1}`}
      value={shown}
      onChange={(event) => onChange(changedSource(row, event.target.value))}
    >
      {[...ATTACHMENT_SOURCES, 'template' as const].map((source) => (
        <option key={source} value={source}>
          {SOURCES[source]}
        </option>
      ))}
    </Select>
  );
  return (
    <fieldset className={styles.attachment} aria-label={name} data-field={path}>
      {row.kind === 'template' ? (
        <>
          {select}
          <Part
            {...{ widget, path }}
            id={`${widget.id}-${index}-all`}
            label={`${name}: expression that returns a stored file`}
            text={row.text}
            placeholder="{{steps.….output.response_body}}"
            onChange={(text) => onChange(text)}
          />
        </>
      ) : (
        <Parts
          {...{ widget, index, path, select }}
          object={row.object}
          source={row.source}
          onChange={onChange}
        />
      )}
    </fieldset>
  );
}

/** The row with another source; the content is kept where it fits. */
function changedSource(row: Exclude<ReturnType<typeof attachmentRow>, { kind: 'json' }>, to: string): Json {
  const source = ATTACHMENT_SOURCES.find((one) => one === to);
  if (source === undefined) return row.kind === 'template' ? row.text : partOf(row.object, row.source);
  if (row.kind === 'parts') return withSource(row.object, row.source, source);
  return { filename: '', [source]: row.text };
}

interface PartsProps {
  widget: WidgetProps;
  index: number;
  path: string;
  /** The selection of the source. */
  select: ReactNode;
  object: JsonObject;
  source: AttachmentSource;
  onChange: AttachmentProps['onChange'];
}

function Parts({ widget, index, path, select, object, source, onChange }: PartsProps) {
  const part = (key: string, label: string, rest: Partial<PartProps> = {}) => (
    <Part
      {...{ widget, label, ...rest }}
      path={`${path}.${key}`}
      id={`${widget.id}-${index}-${key}`}
      text={partOf(object, key)}
      onChange={(text) => onChange(withPart(object, key, text), `.${key}`)}
    />
  );
  return (
    <>
      <span className={styles.caption}>Name</span>
      {part('filename', `Name of file ${index + 1}`, { placeholder: 'report.csv' })}
      {select}
      {part(source, `${SOURCES[source]} of file ${index + 1}`, {
        placeholder: PLACEHOLDERS[source],
        multiline: source === 'content',
      })}
      <span className={styles.caption}>Type</span>
      {part('content_type', `Content type of file ${index + 1}`, {
        placeholder: 'from the file name',
        offers: COMMON_MEDIA_TYPES,
      })}
    </>
  );
}

interface PartProps {
  widget: WidgetProps;
  id: string;
  label: string;
  path: string;
  text: string;
  placeholder?: string;
  multiline?: boolean;
  offers?: readonly string[];
  onChange: (text: string) => void;
}

function Part({ widget, id, label, path, text, placeholder, multiline, offers, onChange }: PartProps) {
  const { stepId, names } = useFormScope();
  const problems = widget.problems.filter((problem) => problem.path === path);
  return (
    <ExpressionInput
      id={id}
      label={label}
      value={text}
      onChange={onChange}
      mode="template"
      stepId={stepId}
      names={names}
      problems={problems}
      invalid={problems.some((problem) => problem.severity === 'error')}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(multiline === true ? { multiline } : {})}
      {...(offers === undefined ? {} : { offers })}
    />
  );
}
