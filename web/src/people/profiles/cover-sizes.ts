/** A phone loads the 640 px file, because it shows only a strip of the photo. */
export const coverSizes = '(min-width: 62rem) 60rem, 55vw';
