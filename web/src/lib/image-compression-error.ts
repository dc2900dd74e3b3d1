/** `unreadable`: the browser cannot decode the file. `tooLarge`: every attempt was larger than allowed. */
export class ImageCompressionError extends Error {
  override readonly name = 'ImageCompressionError';
  readonly reason: 'unreadable' | 'tooLarge';

  constructor(reason: ImageCompressionError['reason'], options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
