/** The name a field has in forms, history and queries. */
export const fieldName = (key: string) => `field.${key}`;
