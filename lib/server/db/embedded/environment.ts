/** The environment of a child process: ours stays out, since PostgreSQL reads dozens of variables. */
export function childEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  // Next's types ask every environment for NODE_ENV; PostgreSQL ignores it.
  return { NODE_ENV: 'production', PATH: '/usr/bin:/bin', LC_ALL: 'C', ...more };
}
