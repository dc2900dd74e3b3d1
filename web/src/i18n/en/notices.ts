/** The latest of a group by name, and how many others: the server counts no further than 100 people. */
function namesOf(name: string | null, others: number): string {
  const first = name ?? 'Someone';
  if (others < 1) return first;
  return `${first} and ${others >= 99 ? '99+' : others} ${others === 1 ? 'other' : 'others'}`;
}

export const notices = {
  title: 'Notifications',
  isNew: 'New',
  headline: (crop: string, price: string, market: string) => `${crop}: ${price} in ${market}`,
  above: (price: string) => `Above your target of ${price}`,
  below: (price: string) => `Below your target of ${price}`,
  exactly: (price: string) => `Exactly your target of ${price}`,
  sample: 'Sample data',
  comment: (title: string) => `New comment on “${title}”`,
  answer: (title: string) => `The seller replied on “${title}”`,
  liked: (name: string | null, others: number, title: string) =>
    `${namesOf(name, others)} liked your post “${title}”`,
  followed: (name: string | null, others: number) => `${namesOf(name, others)} followed you`,
  reviewed: (name: string | null, rating: number | null) =>
    `${name ?? 'Someone'} reviewed you${rating ? `: ${rating} out of 5 stars` : ''}`,
  arrived: (headline: string, reason: string) => `Price alert. ${headline}. ${reason}.`,
  severalArrived: {
    'price-alert': (count: number) => `${count} of your price alerts were reached.`,
    comment: (count: number) => `${count} new comments.`,
    like: (count: number) => `${count} of your posts have new likes.`,
    follow: (count: number) => `${count} new followers.`,
    review: (count: number) => `${count} new reviews.`,
    mixed: (count: number) => `You have ${count} new notifications.`,
  },
  see: {
    'price-alert': 'View rate',
    comment: 'View post',
    like: 'View post',
    follow: 'View followers',
    review: 'View review',
  },
  seeAll: 'View all',
  failed: 'The notifications could not be loaded',
  loading: 'Loading notifications…',
  more: 'Show more',
  empty: 'No notifications yet',
  emptyText:
    'Comments, likes, followers, reviews and price alerts appear here. You can set price alerts on the market page.',
  emptyAction: 'Go to the market',

  settings: 'Notification settings',
  settingsText: 'You always get notifications in the app.',
  settingsFailed: 'The settings could not be loaded',
  byEmail: 'Notifications by email',
  byEmailText: 'Sent to the email address of your account.',
  emailNotVerified: 'Your email address is not verified yet.',
  verify: 'Verify it in Settings',
  byEmailFailed: 'This setting could not be saved',
  onDevice: 'Notifications on this device',
  onDeviceText: 'Shown even when Upaj is closed, until you log out on this device.',
  pushUnsupported:
    'This browser cannot show notifications. On an iPhone, first add Upaj to the Home Screen and open it from there.',
  pushDenied: 'Notifications from Upaj are blocked. Allow them for this website in your browser’s settings.',
  pushFailed: 'Notifications on this device could not be changed',
  pushLater: 'The browser did not allow it. Try again later, and not in a private window.',
};
