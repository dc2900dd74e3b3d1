/** Why a feed was refused: a clause that follows its name, 'answered 404'. Holds no address. */
export class FeedError extends Error {}
