/** Where a server should listen, and the variable that sets its port. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly variable: 'PORT' | 'PIPEWRIGHT_HEALTH_PORT';
}

/** Why a server cannot listen on an address, and what to change. @param code of the error of the system */
export function listenProblem(code: string | undefined, { host, port, variable }: ListenAddress): string {
  switch (code) {
    case 'EADDRINUSE':
      return `${variable} ${port} on ${host} is in use. Stop the program that uses it, or set ${variable} to another number.`;
    case 'EACCES':
      return `This user may not listen on ${variable} ${port}. Set ${variable} to a number above 1023.`;
    default:
      return `HOST ${host} is not an address of this machine (${code}). Set HOST to one, such as 127.0.0.1.`;
  }
}
