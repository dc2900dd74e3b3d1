/** `unreadable`: the browser cannot decode it. `tooLarge`: after every attempt. */
export class ImageCompressionError extends Error {
  override readonly name = 'ImageCompressionError';
  readonly reason: 'unreadable' | 'tooLarge';

  constructor(reason: ImageCompressionError['reason'], options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
