/* Separate from the field names, which the home page doesn't need. */

export const addressHref = (id: number) => `/settings/addresses/${id}/edit`;

export const setupTestHref = (id: number) => `/settings/addresses/${id}/test`;
