import * as say from "./charts-copy";

/** So many days are told of. */
export const CHART_DAYS = 14;

export const CHARTS_TITLE = say.theLastDays(CHART_DAYS);
