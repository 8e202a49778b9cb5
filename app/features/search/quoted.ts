/** A value as it stands behind the key of a query: in quotation marks where it has to. */
export const quoted = (value: string) =>
  /^[^\s",()\\]+$/.test(value) ? value : `"${value.replace(/["\\]/g, "\\$&")}"`;
