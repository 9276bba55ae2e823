import type { VersionActions } from '@/components/editor/history/use-versions';
import type { TestActions } from '@/components/editor/pipeline-tests/test-services';
import type { TriggerActions } from '@/components/editor/triggers/trigger-services';
import type { StartActions } from '@/components/editor/use-start-run';
import type { RunActions } from '@/components/run-state/run-context';
import type { Answer } from '@/lib/contracts/errors';
import type { TryFunctionAnswer, TryFunctionInput } from '@/lib/contracts/functions';
import type { PinInput } from '@/lib/contracts/pins';
import type { CreateResult, SaveDraftInput, SaveDraftResult } from '@/lib/contracts/pipelines';
import type { StartTryInput } from '@/lib/contracts/reruns';
import type { StartResult } from '@/lib/contracts/runs';
import type { AddSecretInput, SecretResult } from '@/lib/contracts/secrets';

/** Server actions of the editor. */
export interface EditorActions extends RunActions, StartActions, VersionActions {
  save(input: SaveDraftInput): Promise<SaveDraftResult>;
  duplicate(id: string): Promise<CreateResult>;
  readonly triggers: TriggerActions;
  addSecret?(input: AddSecretInput): Promise<SecretResult>;
  /** Runs a step of the draft. */
  tryStep?(input: StartTryInput): Promise<StartResult>;
  removePin?(input: PinInput): Promise<Answer>;
  readonly tests: TestActions;
  tryFunction?(input: TryFunctionInput): Promise<Answer<{ readonly answer: TryFunctionAnswer }>>;
}
