/** A clause that follows the feed's name, such as 'answered 404', without URLs. */
export class FeedError extends Error {}
