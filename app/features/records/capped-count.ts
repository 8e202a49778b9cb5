/** Rows beyond this aren't counted. */
export const MOST_COUNTED = 1000;

export const formatCount = (count: number) => (count > MOST_COUNTED ? "1,000+" : String(count));
