import { describe, expect, it } from 'vitest';
import { indexDescriptors, type JsonSchema } from '@/engine';
import { readDefinition, stepTitle } from './definition';
import { type ReasonPart, skipReason } from './reason';

const anything: JsonSchema = { type: 'object' };
const descriptors = indexDescriptors([
  {
    type: 'conditional',
    aliases: ['condition'],
    spellings: {},
    title: 'Condition',
    description: '',
    icon: 'conditional',
    sentence: '',
    category: 'control',
    kind: 'control',
    effect: 'none',
    idempotent: true,
    terminal: false,
    params: {
      type: 'object',
      properties: {
        on_false: { type: 'string', edge: 'branch:false' },
        on_true: { type: 'string', edge: 'branch:true' },
      },
    },
    output: anything,
  },
]);
const definition = readDefinition(
  JSON.stringify({
    steps: [
      {
        id: 'healthy',
        name: 'Healthy?',
        action: 'condition',
        params: { condition: 'true', on_false: 'reject' },
      },
      { id: 'reject', action: 'conditional', params: { condition: 'true' } },
      { id: 'odd', action: 'unknown_thing' },
    ],
  }),
  descriptors,
);

function say(parts: readonly ReasonPart[]): string {
  return parts
    .map((part) => (part.kind === 'step' ? `<${stepTitle(definition, part.step)}>` : part.text))
    .join('');
}

describe('why a step was skipped', () => {
  it('shows the condition with its values', () => {
    const skip = { reason: 'condition_false', detail: '"degraded" == "healthy"' } as const;
    expect(say(skipReason(skip, 'reject', definition))).toBe('condition was false: "degraded" == "healthy"');
  });

  it('names the branch and the step that did not take it', () => {
    expect(
      say(skipReason({ reason: 'branch_not_taken', detail: 'healthy: false' }, 'reject', definition)),
    ).toBe('branch false not taken by <Healthy?>');
    expect(say(skipReason({ reason: 'branch_not_taken', detail: 'healthy' }, 'reject', definition))).toBe(
      'branch false not taken by <Healthy?>',
    );
  });

  it('links to the steps that caused it', () => {
    expect(say(skipReason({ reason: 'upstream_failed', detail: 'healthy' }, 'reject', definition))).toBe(
      'because <Healthy?> failed',
    );
    expect(
      say(skipReason({ reason: 'upstream_skipped', detail: 'healthy, odd' }, 'reject', definition)),
    ).toBe('because <Healthy?>, <odd> were skipped');
  });

  it('has a text without details', () => {
    expect(say(skipReason({ reason: 'branch_not_taken', detail: undefined }, 'reject', definition))).toBe(
      'branch not taken',
    );
    expect(say(skipReason({ reason: 'run_cancelled', detail: undefined }, 'reject', undefined))).toBe(
      'because the run was cancelled',
    );
  });
});
