/** A phone takes the 640 px file: sharp enough, and a third of the next one's bytes. */
export const gallerySizes = '(min-width: 64rem) 42rem, 60vw';
