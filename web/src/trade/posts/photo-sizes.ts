/** A phone takes the 640 px file: sharp enough, and a third of the next one's bytes. */
export const gallerySizes = '(min-width: 64rem) 42rem, 60vw';

/** The first of three or more photos of a card. */
export const cardSizes = '(min-width: 64rem) 18rem, (min-width: 48rem) 31vw, 62vw';
export const widestInCard = 640;
