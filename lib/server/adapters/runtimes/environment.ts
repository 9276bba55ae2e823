/**
 * Variables that replicas inherit from the server. No others, because the environment of the server contains keys and
 * passwords.
 */
const INHERITED =
  /^(PATH|HOME|USER|LANG|LC_[A-Z]+|TZ|TMPDIR|LD_LIBRARY_PATH|XDG_CACHE_HOME|CUDA_[A-Z0-9_]+|NVIDIA_[A-Z0-9_]+|HIP_[A-Z0-9_]+|ROCR_[A-Z0-9_]+)$/;

/** Selects the inherited variables of a replica. */
export function replicaEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const inherited = Object.entries(env).flatMap(([name, value]): [string, string][] =>
    value !== undefined && INHERITED.test(name) ? [[name, value]] : [],
  );
  return Object.fromEntries(inherited);
}
