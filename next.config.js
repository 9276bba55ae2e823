/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Its badge would cover the theme button.
  devIndicators: false,
  // Drivers of databases, and Restate's SDK, load parts of themselves by name.
  serverExternalPackages: ['postgres', 'mysql2', 'node-sqlite3-wasm', '@restatedev/restate-sdk'],
  outputFileTracingIncludes: { '/*': ['./drizzle/migrations/**/*'] },
  // Browsers ask for it where a page names no icon: at JSON, and for a moment between two pages.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
  // What a server action is given may be a secret.
  logging: { serverFunctions: false },
  // `npm run types` checks them, for all files: a second check would double the time of a build.
  typescript: { ignoreBuildErrors: true },
  experimental: { serverActions: { bodySizeLimit: '12mb' } },
};

export default config;
