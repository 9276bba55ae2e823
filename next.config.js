/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  serverExternalPackages: ['postgres'],
  outputFileTracingIncludes: { '/*': ['./drizzle/migrations/**/*'] },
  experimental: { serverActions: { bodySizeLimit: '12mb' } },
};

export default config;
