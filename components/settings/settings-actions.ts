import type { Answer } from '@/lib/contracts/errors';
import type {
  AddSecretInput,
  ChangeSecretInput,
  SecretResult,
  SetChannelInput,
} from '@/lib/contracts/secrets';

/** Server actions of the secrets page, passed as props. */
export interface SecretActions {
  readonly addSecret: (input: AddSecretInput) => Promise<SecretResult>;
  readonly changeSecret: (input: ChangeSecretInput) => Promise<SecretResult>;
  readonly deleteSecret: (name: string) => Promise<Answer>;
}

/** Server actions of the channels page, passed as props. */
export interface ChannelActions {
  readonly setChannel: (input: SetChannelInput) => Promise<Answer>;
  readonly clearChannel: (name: string) => Promise<Answer>;
}
