import { act } from '@testing-library/react';
import { ToastProvider } from '@/components/ui/toast';
import {
  type ActionDescriptor,
  indexDescriptors,
  type Json,
  type JsonObject,
  type JsonSchema,
} from '@/engine';
import { Inspector } from '../../inspector/inspector';
import { selectSteps } from '../../model/selection';
import { type FormServices, FormServicesContext } from '../form-context';
import { SecretNamesContext } from '../secret-names';
import { openInTest } from './open-in-test';

export interface ShowFieldOptions {
  /** Schema of the parameter `it`. */
  schema: JsonSchema;
  /** The written value; undefined omits the parameter. */
  value?: Json;
  /** Other parameters; each accepts every JSON value. */
  siblings?: JsonObject;
  /** Name of the parameter. @default 'it' */
  name?: string;
  secrets?: readonly string[];
  services?: FormServices;
}

/** Renders the form of a step with one parameter, for tests of its control. */
export function showField(options: ShowFieldOptions) {
  // jsdom lacks this; text editors need it to measure.
  Range.prototype.getClientRects ??= () => document.createElement('i').getClientRects();
  const { schema, value, siblings = {}, name = 'it', secrets = [], services = {} } = options;
  const others = Object.fromEntries(Object.keys(siblings).map((key) => [key, {}]));
  const params = { type: 'object', properties: { [name]: schema, ...others }, required: [name] };
  const descriptor: ActionDescriptor = { ...PROBE, params };
  const given = value === undefined ? siblings : { [name]: value, ...siblings };
  const session = openInTest(
    {
      name: 'p',
      params: { day: { type: 'string' }, limit: { type: 'integer' } },
      steps: [{ id: 'a', action: 'probe', params: given }],
    },
    indexDescriptors([descriptor]),
    <SecretNamesContext value={secrets}>
      <FormServicesContext value={services}>
        <ToastProvider>
          <Inspector />
        </ToastProvider>
      </FormServicesContext>
    </SecretNamesContext>,
  );
  act(() => session.store.select(selectSteps('a')));
  return { session, read: () => session.store.getState().document.steps[0]?.params?.[name] };
}

const PROBE: ActionDescriptor = {
  type: 'probe',
  aliases: [],
  spellings: {},
  title: 'Probe',
  description: '',
  icon: 'log',
  sentence: '',
  category: 'integration',
  kind: 'effect',
  effect: 'none',
  idempotent: true,
  terminal: false,
  params: {},
  output: {},
};
