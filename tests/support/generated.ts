/** GENERATED_CASES=all tries every case, which is worth it after changes to code that generated tests cover. */
export const tryEveryCase = process.env.GENERATED_CASES === "all";

/** How many generated cases to try for a property: `npm test` tries the first few. */
export const cases = (few: number, all: number) => ({ numRuns: tryEveryCase ? all : few });
