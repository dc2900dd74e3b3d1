export type Refusal = 'imageInvalid' | 'imageTooManyPixels' | 'imageTooHeavy';

export class ImageError extends Error {
  override name = 'ImageError';
  readonly reason: Refusal;
  constructor(reason: Refusal, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
