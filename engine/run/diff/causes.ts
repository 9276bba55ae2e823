/** How a part of a step compares between two runs; `none`: neither run has it. */
export const SAMENESS = ['same', 'different', 'none'] as const;
export type Sameness = (typeof SAMENESS)[number];

/**
 * Why a step differs: its definition was edited, it reads a param that was given another value, the steps before it ended
 * differently, its inputs differ without any of these (such as the time), or its inputs are equal and what it called
 * answered differently.
 */
export const DIVERGENCE_CAUSES = ['definition', 'params', 'upstream', 'inputs', 'outside'] as const;
export type DivergenceCause = (typeof DIVERGENCE_CAUSES)[number];

/** Whether an input of a planned step differs from that of the run. `unknown`: only the planned run will know. */
export const PLANNED_SAMENESS = ['same', 'different', 'unknown'] as const;
export type PlannedSameness = (typeof PLANNED_SAMENESS)[number];
