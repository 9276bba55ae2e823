import { chainPipeline } from '../pipelines';
import type { Scenario } from '../scenario';
import { settleAndCheck } from '../settle-and-check';
import { type Stage, withStage } from '../stage';

const COPIES = 100;

/** Repeats a submission concurrently. */
async function submitCopies(stage: Stage, pipelineId: string, idempotencyKey: string) {
  const answers = await Promise.all(
    Array.from({ length: COPIES }, () => stage.app.runs.start({ pipelineId, idempotencyKey })),
  );
  const ids = new Set(answers.map(({ id }) => id));
  for (const id of ids) stage.acknowledged.add(id);
  return { runs: ids.size, fresh: answers.filter((answer) => !answer.existing).length };
}

/** A hundred concurrent copies of the same submission, as impatient clients and proxies send them. */
export const submits: Scenario = {
  name: 'submits',
  run: (harness, { short, seed }) =>
    withStage(harness, async (stage) => {
      const rounds = short ? 3 : 50;
      const [pipelineId = ''] = await stage.pipelines((ledger) => chainPipeline(ledger, 1));
      await stage.startAll(1);
      const problems: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const { runs, fresh } = await submitCopies(stage, pipelineId, `${seed}-${round}`);
        if (runs !== 1 || fresh !== 1) problems.push(`round ${round}: ${runs} runs, ${fresh} of them new`);
      }
      const { findings, ...result } = await settleAndCheck(stage, {
        done: `${COPIES} concurrent identical submissions, ${rounds} times`,
        problems,
      });
      if (findings.runs === rounds) return result;
      return { ...result, problems: [...result.problems, `${findings.runs} runs instead of ${rounds}`] };
    }),
};
