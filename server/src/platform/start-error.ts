/** The operator can fix the cause of this error. It is shown as one line, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
