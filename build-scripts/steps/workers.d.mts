export function waitAfterDeath(inARow: number): number;
