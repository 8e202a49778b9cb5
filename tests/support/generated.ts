/** GENERATED_CASES=all tries every case, as is worth while after a change of what a generated test is about. */
export const tryEveryCase = process.env.GENERATED_CASES === "all";

/** How many generated cases a property is tried with: `npm test` tries the first few of them. */
export const cases = (few: number, all: number) => ({ numRuns: tryEveryCase ? all : few });
