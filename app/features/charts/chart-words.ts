/** So many days are told of. */
export const CHART_DAYS = 14;

export const CHARTS_TITLE = `The last ${CHART_DAYS} days`;
