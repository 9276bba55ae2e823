import { ownProperty } from '../../json';
import type { SqlConnection } from '../../ports';
import { wrong } from './connection_problem';

type TlsMode = Extract<SqlConnection, { host: string }>['tls'];

/**
 * The names of each mode in the programs of PostgreSQL and MySQL. `verify-ca` checks the name too, since less is no
 * protection.
 */
const TLS_MODES: Readonly<Record<string, TlsMode>> = {
  disable: 'off',
  disabled: 'off',
  allow: 'prefer',
  prefer: 'prefer',
  preferred: 'prefer',
  require: 'require',
  required: 'require',
  'verify-ca': 'verify',
  'verify-full': 'verify',
  'verify-identity': 'verify',
};

const TLS_OPTIONS = new Set(['sslmode', 'ssl-mode', 'ssl_mode']);

/**
 * Known options of other programs. Only these are repeated in a message: text in the place of an option name may be a
 * part of a password.
 */
const KNOWN = new Set(
  `allowloadlocalinfile allowpublickeyretrieval application_name authplugin cache channel_binding charset client_encoding
  collation connect_timeout connection_limit connecttimeout currentschema database dbname debug family
  fallback_application_name flags gssencmode host hostaddr immutable infilestreamfactory keepalives krbsrvname
  load_balance_hosts localinfile local_infile mode multiplestatements nolock options passfile password pgbouncer
  pool_timeout port protocol replication requirepeer require_auth schema search_path service servicefile socket
  socketpath socket_timeout ssl ssl-ca ssl-cert ssl-key sslaccept ssl_ca ssl_cert ssl_key sslca sslcert sslcompression
  sslcrl sslcrldir sslidentity sslkey sslnegotiation sslpassword sslrootcert statement_cache_size statement_timeout
  target_session_attrs timeout timezone unix_socket unixsocket uselibpqcompat user usessl vfs`.split(/\s+/),
);

/** The TLS mode that the options name, if any. @throws ActionError `invalid_params` for every other option */
export function readTlsMode(options: string): TlsMode | undefined {
  let mode: TlsMode | undefined;
  for (const option of options.split('&').filter((text) => text !== '')) {
    const [name = '', value = ''] = option.split('=');
    if (!TLS_OPTIONS.has(name.toLowerCase())) throw unknownOption(name);
    if (mode !== undefined) throw wrong('has sslmode twice; keep one');
    mode = ownProperty(TLS_MODES, value.toLowerCase().replaceAll('_', '-'));
    if (mode === undefined) {
      throw wrong('has an unknown sslmode; use disable, prefer, require or verify-full');
    }
  }
  return mode;
}

/** @throws ActionError `invalid_params` when there are options */
export function refuseOptions(options: string): void {
  const [first] = options.split('&').filter((text) => text !== '');
  if (first !== undefined) throw unknownOption(first.split('=')[0] ?? '');
}

function unknownOption(name: string): Error {
  const known = KNOWN.has(name.toLowerCase()) ? `the option ${name.toLowerCase()}` : 'an option';
  return wrong(`has ${known} that is not supported; remove it and use only sslmode`);
}
