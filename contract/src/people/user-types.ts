/** The user types are in a file of their own, because the register screen shows them before it loads any schemas. */
export const userTypes = ['farmer', 'merchant'] as const;
