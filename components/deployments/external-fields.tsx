import type { FormProblems } from '../forms/form-problems';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import type { DeployDraft } from './deploy-draft';

export interface ExternalFieldsProps {
  draft: DeployDraft;
  problems: FormProblems;
  onChange: (part: Partial<DeployDraft>) => void;
}

/** Fields for an existing server and the model that it serves. */
export function ExternalFields({ draft, problems, onChange }: ExternalFieldsProps) {
  return (
    <>
      <Field
        label="Base URL"
        required
        error={problems.external_url}
        hint="URL of a server with an OpenAI-compatible API, without /v1."
      >
        {(control) => (
          <Input
            {...control}
            mono
            required
            spellCheck={false}
            placeholder="http://10.0.0.7:8000"
            value={draft.url}
            onChange={(event) => onChange({ url: event.target.value })}
          />
        )}
      </Field>
      <Field label="Model" required error={problems.model_id} hint="Name of the model on that server.">
        {(control) => (
          <Input
            {...control}
            mono
            required
            spellCheck={false}
            value={draft.served}
            onChange={(event) => onChange({ served: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
