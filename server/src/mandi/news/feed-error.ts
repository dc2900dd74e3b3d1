/** The message is a clause that follows the feed's name, such as 'answered 404'. It contains no URL. */
export class FeedError extends Error {}
