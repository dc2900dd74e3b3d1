/** Phones load the 640 px file: it is sharp enough and has a third of the next one's bytes. */
export const gallerySizes = '(min-width: 64rem) 42rem, 60vw';

/** These sizes are for the first of three or more photos of a card. */
export const cardSizes = '(min-width: 64rem) 18rem, (min-width: 48rem) 31vw, 62vw';
export const widestInCard = 640;
