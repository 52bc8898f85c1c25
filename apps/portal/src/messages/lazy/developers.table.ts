/** Texts of what helps to write programs. */
export const developers = {
  'developers.docs': 'API reference',
  'developers.openapi': 'OpenAPI',
  'developers.llms': 'llms.txt',
} as const;
