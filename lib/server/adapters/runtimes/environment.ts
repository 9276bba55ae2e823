/** Variables of the server that replicas inherit. No other reaches them: the server's contain keys and passwords. */
const INHERITED =
  /^(PATH|HOME|USER|LANG|LC_[A-Z]+|TZ|TMPDIR|LD_LIBRARY_PATH|XDG_CACHE_HOME|CUDA_[A-Z0-9_]+|NVIDIA_[A-Z0-9_]+|HIP_[A-Z0-9_]+|ROCR_[A-Z0-9_]+)$/;

/** The variables of a replica, out of those of the server. */
export function replicaEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const inherited = Object.entries(env).flatMap(([name, value]): [string, string][] =>
    value !== undefined && INHERITED.test(name) ? [[name, value]] : [],
  );
  return Object.fromEntries(inherited);
}
