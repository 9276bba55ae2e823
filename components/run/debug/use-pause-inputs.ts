import { useQuery } from '@tanstack/react-query';
import { queryFor } from '@/client/queries';
import { useLens } from '@/components/run-state/run-context';
import { isJsonObject, type Json, type JsonObject, type Payload } from '@/engine';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';

/** The inputs of a pause: large ones are loaded. */
export function usePauseInputs(payload: Payload): {
  /** Undefined until they are loaded. */
  readonly inputs: JsonObject | undefined;
  /** Why they could not be loaded. */
  readonly problem: string | undefined;
} {
  const { runId } = useLens();
  const hash = 'ref' in payload ? payload.ref : '';
  const { data, error } = useQuery({
    ...queryFor(runEndpoints.payload, { id: runId, hash }),
    enabled: hash !== '',
    // The hash identifies the content, which never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const value = 'value' in payload ? payload.value : data;
  return {
    inputs: value === undefined ? undefined : asObject(value),
    problem: error ? `The inputs could not be loaded. ${error.message}` : undefined,
  };
}

/** Inputs are an object, unless they could not be resolved. */
function asObject(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}
