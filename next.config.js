/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Its badge would cover the theme button.
  devIndicators: false,
  // It looks for its WebAssembly beside its own file.
  serverExternalPackages: ['postgres', 'node-sqlite3-wasm'],
  outputFileTracingIncludes: { '/*': ['./drizzle/migrations/**/*'] },
  // What a server action is given may be a secret.
  logging: { serverFunctions: false },
  experimental: { serverActions: { bodySizeLimit: '12mb' } },
};

export default config;
