export const userTypes = ['farmer', 'merchant'] as const;
