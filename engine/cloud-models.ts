import type { JsonObject } from './json';
import { withoutTrailing } from './text';

interface ProviderFacts {
  /** Name for people. */
  readonly title: string;
  /** What `/models` and `/chat/completions` are below; none where each model names its own. */
  readonly baseUrl: string | undefined;
  /** How the key is sent, and which API is spoken. */
  readonly style: 'openai' | 'anthropic';
  /** Example of a model id. */
  readonly example: string;
}

/** THE TABLE of providers of cloud models, in the order of forms. */
export const CLOUD_PROVIDERS = {
  openai: {
    title: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    style: 'openai',
    example: 'gpt-4o-mini',
  },
  anthropic: {
    title: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    style: 'anthropic',
    example: 'claude-sonnet-4-5',
  },
  mistral: {
    title: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    style: 'openai',
    example: 'mistral-small-latest',
  },
  openrouter: {
    title: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    style: 'openai',
    example: 'qwen/qwen-2.5-7b-instruct',
  },
  groq: {
    title: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    style: 'openai',
    example: 'llama-3.1-8b-instant',
  },
  together: {
    title: 'Together AI',
    baseUrl: 'https://api.together.xyz/v1',
    style: 'openai',
    example: 'Qwen/Qwen2.5-7B-Instruct-Turbo',
  },
  openai_compatible: {
    title: 'OpenAI-compatible server',
    baseUrl: undefined,
    style: 'openai',
    example: 'qwen2.5-0.5b',
  },
} as const satisfies Readonly<Record<string, ProviderFacts>>;

export type CloudProvider = keyof typeof CLOUD_PROVIDERS;

/** Providers in the order of forms. */
export const CLOUD_PROVIDER_NAMES = Object.keys(CLOUD_PROVIDERS) as [CloudProvider, ...CloudProvider[]];

/** The source of models that providers serve: they have no files. */
export const CLOUD_SOURCE = 'cloud';

/** Where the API of a model is: as written, else the provider's own. Undefined where the provider has none. */
export function cloudBaseUrl(provider: CloudProvider, written: string | undefined): string | undefined {
  const url = written ?? CLOUD_PROVIDERS[provider].baseUrl;
  return url === undefined ? undefined : withoutTrailing(url, '/');
}

/** A model of a provider to add to the registry. */
export interface NewCloudModel {
  readonly provider: CloudProvider;
  /** The provider's id of the model. */
  readonly model: string;
  /** @default the provider's id */
  readonly name?: string;
  /** @default that of the provider */
  readonly baseUrl?: string;
  /** The key itself; only the name of its secret is stored. */
  readonly apiKey?: string;
  readonly metadata: JsonObject;
}

/** A model of a provider, in the registry. */
export interface CloudModel {
  readonly id: string;
  readonly name: string;
  readonly provider: CloudProvider;
  /** The provider's id of the model. */
  readonly model: string;
}
