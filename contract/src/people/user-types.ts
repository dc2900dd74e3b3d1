/** The roles are apart from the schemas, because the screen on which people register shows them before it loads any. */
export const userTypes = ['farmer', 'merchant'] as const;
