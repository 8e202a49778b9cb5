const FORMAT = new Intl.NumberFormat("en");

/** "1,000" of 1000. Said here once: `toLocaleString` makes a format of its own each time, which a busy page notices. */
export const formatNumber = (value: number) => FORMAT.format(value);
