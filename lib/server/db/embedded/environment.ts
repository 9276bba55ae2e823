/** The environment of a child process. It excludes ours, because PostgreSQL reads dozens of variables. */
export function childEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  // The types of Next require NODE_ENV in every environment; PostgreSQL ignores it.
  return { NODE_ENV: 'production', PATH: '/usr/bin:/bin', LC_ALL: 'C', ...more };
}
