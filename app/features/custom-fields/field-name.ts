/** The name of a custom field in forms, history and queries. */
export const fieldName = (key: string) => `field.${key}`;

export const isFieldName = (name: string) => /^field\.[a-z][a-z0-9_]{0,29}$/.test(name);
