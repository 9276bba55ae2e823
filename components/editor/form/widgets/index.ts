import type { ComponentType } from 'react';
import { isJsonObject, type Json, type JsonSchema } from '@/engine';
import { type FormField, type FormWidget, mainType, widgetOf } from '../fields';
import type { WidgetProps } from '../widget-props';
import { ActionWidget } from './action';
import { ActionParamsWidget } from './action-params';
import { AddressesWidget } from './addresses';
import { AttachmentsWidget } from './attachments';
import { BranchesWidget } from './branches';
import { ClusterWidget } from './cluster';
import { CodeWidget } from './code';
import { ConditionWidget } from './condition';
import { DeploymentWidget } from './deployment';
import { GroupWidget } from './group';
import { JsonWidget } from './json';
import { KeyValueWidget } from './key-value';
import { ListWidget } from './list';
import { ModelWidget } from './model';
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

interface WidgetEntry {
  readonly component: ComponentType<WidgetProps>;
  /** Initial value of a parameter that is added. @default '' */
  readonly start?: Json;
  /** Whether it shows only scalar values; lists and objects are edited as JSON. */
  readonly isScalar?: true;
  /**
   * Whether it cannot be switched to an expression: it contains expressions, step names or another language, or builds
   * its value from parts.
   */
  readonly isFixed?: true;
}

/** The registry of form controls: one file each. */
export const widgets: Readonly<Record<FormWidget, WidgetEntry>> = {
  text: { component: TextWidget, isScalar: true },
  multiline: { component: MultilineWidget, isScalar: true },
  number: { component: NumberWidget, start: 0, isScalar: true },
  select: { component: SelectWidget, isScalar: true },
  switch: { component: SwitchWidget, start: false, isScalar: true },
  list: { component: ListWidget, start: [] },
  key_value: { component: KeyValueWidget, start: {} },
  group: { component: GroupWidget, start: {} },
  json: { component: JsonWidget, start: {} },
  step: { component: StepWidget, isFixed: true },
  steps: { component: StepsWidget, start: [], isFixed: true },
  branches: { component: BranchesWidget, start: {}, isFixed: true },
  action: { component: ActionWidget, isScalar: true, isFixed: true },
  action_params: { component: ActionParamsWidget, start: {}, isFixed: true },
  cluster: { component: ClusterWidget, isScalar: true },
  deployment: { component: DeploymentWidget, isScalar: true },
  seconds: { component: SecondsWidget, start: 0, isScalar: true },
  condition: { component: ConditionWidget, isScalar: true, isFixed: true },
  code: { component: CodeWidget, isScalar: true, isFixed: true },
  url: { component: UrlWidget, isScalar: true },
  model: { component: ModelWidget, isScalar: true },
  sql: { component: SqlWidget, isScalar: true, isFixed: true },
  addresses: { component: AddressesWidget, isFixed: true },
  attachments: { component: AttachmentsWidget, start: [] },
  secret: { component: SecretWidget, isScalar: true, isFixed: true },
};

/** Whether a field can be switched between value and expression. */
export function isSwitchable(schema: JsonSchema): boolean {
  const widget = widgetOf(schema);
  const isRenderedLater = schema.reads === 'deferred' && widget === 'group';
  return schema.reads !== 'expression' && !isRenderedLater && widgets[widget].isFixed !== true;
}

/** The initial value of a parameter that is added: its default, otherwise the empty value of its control. */
export function startValue(schema: JsonSchema): Json {
  if (schema.default !== undefined) return schema.default;
  const first = schema.enum?.[0];
  if (first !== undefined) return first;
  const widget = widgetOf(schema);
  const { start = '' } = widgets[widget];
  if (start === 0) return schema.minimum ?? start;
  return widget === 'json' && mainType(schema) === 'array' ? [] : start;
}

/** The control for a field. A value that it cannot show completely is edited as JSON. */
export function widgetFor(field: FormField, value: Json | undefined): ComponentType<WidgetProps> {
  const { component } = widgets[field.widget];
  // Fields with an expression have the expression input, unless they have a larger control of their own.
  const isExpression =
    field.schema.reads === 'expression' && (field.widget === 'text' || field.widget === 'list');
  if (isExpression && (value === undefined || typeof value === 'string')) return ConditionWidget;
  if (value === undefined || canShow(field.widget, value)) return component;
  const takesList = field.schema.anyOf?.some((option) => mainType(option) === 'array') === true;
  const isPlainList = Array.isArray(value) && !holdsStructure(value);
  return widgets[field.widget].isScalar && takesList && isPlainList ? ListWidget : JsonWidget;
}

/** Whether a control can show a value completely. */
function canShow(name: FormWidget, value: Json): boolean {
  switch (name) {
    case 'key_value':
    case 'group':
      return isJsonObject(value);
    case 'list':
    case 'addresses':
      return !isJsonObject(value) && !holdsStructure(value);
    default:
      return !widgets[name].isScalar || !holdsStructure([value]);
  }
}

function holdsStructure(value: Json): boolean {
  return Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null);
}
