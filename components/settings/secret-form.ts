import type { ErrorBody } from '@/lib/contracts/errors';
import { addSecretInput, changeSecretInput } from '@/lib/contracts/secrets';

/** The typed values of a secret. */
export interface SecretDraft {
  readonly name: string;
  /** An empty value keeps that of an existing secret. */
  readonly value: string;
  readonly description: string;
  /** Separated by commas, spaces or lines. */
  readonly hosts: string;
}

type SecretField = keyof SecretDraft;

/** Problems of a draft: by field, and of the whole. */
export type SecretProblems = Readonly<Partial<Record<SecretField | 'all', string>>>;

/** The hosts of a list that a person typed. */
export function splitHosts(text: string): string[] {
  return text.split(/[\s,;]+/).filter((host) => host !== '');
}

/** The request for a new secret. */
export function asNew(draft: SecretDraft) {
  return { ...draft, hosts: splitHosts(draft.hosts) };
}

/** The request for changes. */
export function asChange({ value, ...draft }: SecretDraft) {
  return { ...draft, hosts: splitHosts(draft.hosts), ...(value === '' ? {} : { value }) };
}

/** Problems that the server would refuse, found before the request. */
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

/** A refusal as problems; a taken name is reported at the name. */
export function problemsOfRefusal({ code, message }: ErrorBody, isNew: boolean): SecretProblems {
  return isNew && code === 'conflict' ? { name: message } : { all: message };
}

function asField(key: PropertyKey | undefined): SecretField | undefined {
  return (['name', 'value', 'description', 'hosts'] as const).find((field) => field === key);
}
