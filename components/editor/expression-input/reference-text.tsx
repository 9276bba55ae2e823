import { Chip } from '@/components/ui/chip';
import { isReference } from './chip-edges';
import { expressionTokens } from './tokens';
import type { ExpressionKnowledge } from './use-expression-scope';

export interface ReferenceTextProps {
  /** One expression, without braces. */
  source: string;
  knowledge: ExpressionKnowledge;
}

/** A read-only expression: a single reference as a chip, other expressions as text. */
export function ReferenceText({ source, knowledge }: ReferenceTextProps) {
  const [token] = expressionTokens(source, 'expression');
  if (token === undefined || !isReference(token) || token.from > 0 || token.to < source.length)
    return <code>{source}</code>;
  const look = knowledge.look(token, source);
  return (
    <Chip category={look.category} broken={look.broken} title={look.title}>
      {token.step === undefined ? source : [token.step, ...token.path].join('.')}
    </Chip>
  );
}
