import type { ComponentType } from 'react';
import { isJsonObject, type Json } from '@/engine';
import { type FormField, type FormWidget, mainType } from '../fields';
import type { WidgetProps } from '../widget-props';
import { ActionWidget } from './action';
import { ActionParamsWidget } from './action-params';
import { AddressesWidget } from './addresses';
import { AttachmentsWidget } from './attachments';
import { BranchesWidget } from './branches';
import { CodeWidget } from './code';
import { ConditionWidget } from './condition';
import { GroupWidget } from './group';
import { JsonWidget } from './json';
import { KeyValueWidget } from './key-value';
import { ListWidget } from './list';
import { MultilineWidget } from './multiline';
import { NumberWidget } from './number';
import { SecondsWidget } from './seconds';
import { SecretWidget } from './secret';
import { SelectWidget } from './select';
import { SqlWidget } from './sql';
import { StepWidget } from './step';
import { StepsWidget } from './steps';
import { SwitchWidget } from './switch';
import { TextWidget } from './text';
import { UrlWidget } from './url';

/** THE REGISTRY of form controls: one file each. */
export const widgets: Readonly<Record<FormWidget, ComponentType<WidgetProps>>> = {
  text: TextWidget,
  multiline: MultilineWidget,
  number: NumberWidget,
  select: SelectWidget,
  switch: SwitchWidget,
  list: ListWidget,
  key_value: KeyValueWidget,
  group: GroupWidget,
  json: JsonWidget,
  step: StepWidget,
  steps: StepsWidget,
  branches: BranchesWidget,
  action: ActionWidget,
  action_params: ActionParamsWidget,
  seconds: SecondsWidget,
  condition: ConditionWidget,
  code: CodeWidget,
  url: UrlWidget,
  sql: SqlWidget,
  addresses: AddressesWidget,
  attachments: AttachmentsWidget,
  secret: SecretWidget,
};

const TEXT_WIDGETS = new Set<FormWidget>([
  'text',
  'multiline',
  'url',
  'code',
  'condition',
  'number',
  'seconds',
  'switch',
  'select',
  'action',
  'sql',
  'secret',
]);

/** The control for a field; a value that it could not show without losing part of it is edited as JSON. */
export function widgetFor(field: FormField, value: Json | undefined): ComponentType<WidgetProps> {
  // Fields that hold an expression get the input that knows the language, unless they want more room.
  const isExpression =
    field.schema.reads === 'expression' && (field.widget === 'text' || field.widget === 'list');
  if (isExpression && (value === undefined || typeof value === 'string')) return ConditionWidget;
  if (value === undefined) return widgets[field.widget];
  if (field.widget === 'key_value' || field.widget === 'group')
    return isJsonObject(value) ? widgets[field.widget] : JsonWidget;
  if (field.widget === 'list' || field.widget === 'addresses')
    return isJsonObject(value) || holdsStructure(value) ? JsonWidget : widgets[field.widget];
  if (!TEXT_WIDGETS.has(field.widget) || !holdsStructure([value])) return widgets[field.widget];
  const takesList = field.schema.anyOf?.some((option) => mainType(option) === 'array') === true;
  return takesList && Array.isArray(value) && !holdsStructure(value) ? ListWidget : JsonWidget;
}

function holdsStructure(value: Json): boolean {
  return Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null);
}
