/**
 * How many generated cases a property is tried with. `npm test` tries the first few of them; GENERATED_CASES=all tries them
 * all, as is worth while after a change of what the property is about.
 */
export const cases = (few: number, all: number) => ({ numRuns: process.env.GENERATED_CASES === "all" ? all : few });
