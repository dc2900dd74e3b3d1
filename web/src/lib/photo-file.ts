/** Some phones report no type. The server does not accept SVG, which is a drawing and can hold scripts. */
export function isPhotoFile({ type }: File): boolean {
  return type === '' || (type.startsWith('image/') && type !== 'image/svg+xml');
}
