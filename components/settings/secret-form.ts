import type { ErrorBody } from '@/lib/contracts/errors';
import { addSecretInput, changeSecretInput } from '@/lib/contracts/secrets';

/** What a person has typed about a secret. */
export interface SecretDraft {
  readonly name: string;
  /** Empty keeps the value of a secret that exists. */
  readonly value: string;
  readonly description: string;
  /** Separated by commas, spaces or lines. */
  readonly hosts: string;
}

type SecretField = keyof SecretDraft;

/** What is wrong with a draft: under its fields, and of it as a whole. */
export type SecretProblems = Readonly<Partial<Record<SecretField | 'all', string>>>;

/** The hosts of a list that a person typed. */
export function splitHosts(text: string): string[] {
  return text.split(/[\s,;]+/).filter((host) => host !== '');
}

/** A draft of a new secret as it is sent. */
export function asNew(draft: SecretDraft) {
  return { ...draft, hosts: splitHosts(draft.hosts) };
}

/** A draft of changes as it is sent. */
export function asChange({ value, ...draft }: SecretDraft) {
  return { ...draft, hosts: splitHosts(draft.hosts), ...(value === '' ? {} : { value }) };
}

/** What the server would refuse for its form, known before asking. */
export function problemsOf(draft: SecretDraft, isNew: boolean): SecretProblems {
  const parsed = isNew
    ? addSecretInput.safeParse(asNew(draft))
    : changeSecretInput.safeParse(asChange(draft));
  if (parsed.success) return {};
  const problems: Partial<Record<SecretField, string>> = {};
  for (const { path, message } of parsed.error.issues) {
    const field = asField(path[0]);
    if (field) problems[field] ??= message;
  }
  return problems;
}

/** A refusal as problems: a taken name is told at the name. */
export function problemsOfRefusal({ code, message }: ErrorBody, isNew: boolean): SecretProblems {
  return isNew && code === 'conflict' ? { name: message } : { all: message };
}

function asField(key: PropertyKey | undefined): SecretField | undefined {
  return (['name', 'value', 'description', 'hosts'] as const).find((field) => field === key);
}
