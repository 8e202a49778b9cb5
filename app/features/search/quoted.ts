/** A value as it stands behind the key of a query: in quotation marks where it has to, as before what would compare. */
export const quoted = (value: string) => (/^(?![<>])(?!.*\.\.)[^\s",()\\]+$/.test(value) ? value : inQuotes(value));

/** The same for what somebody gave a name, which may be that of a word of the language. */
export const quotedName = (name: string) => (/^(?:none|any|me|open|done)$/i.test(name) ? inQuotes(name) : quoted(name));

/** Quotes a value, so that it's always a name and never a word of the query language. */
export const inQuotes = (value: string) => `"${value.replace(/["\\]/g, "\\$&")}"`;
