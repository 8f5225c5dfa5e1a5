/** How hard a model can try, least first. */
export const effortLevels = ['low', 'medium', 'high', 'max'] as const;
export type EffortLevel = (typeof effortLevels)[number];
