/** A phone takes the 640 px file, as it shows a strip of the photo. */
export const coverSizes = '(min-width: 62rem) 60rem, 55vw';
