import release from '@/package.json';

/** The version of Pipewright that this process runs. */
export const VERSION: string = release.version;
