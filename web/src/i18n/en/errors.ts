import { errors as catalogue, type ErrorCode } from '@upaj/contract/errors';

/** By the server's error code. The English texts are the contract's own. */
export const errors = Object.fromEntries(
  Object.entries(catalogue).map(([code, { message }]) => [code, message]),
) as Record<ErrorCode, string>;
