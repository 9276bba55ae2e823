/** What an action or a reference belongs to; `param` stands for values that no action made. */
export type CategoryName = 'control' | 'deployment' | 'model' | 'cluster' | 'integration' | 'param';
