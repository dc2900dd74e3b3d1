import { achievementIcons } from '@upaj/contract/people/profiles';
import type { Page } from 'playwright-core';

const longWord = 'Sharbati-and-Lokwan-wheat-'.repeat(6);
const line = 'Wheat and mustard from twelve acres beside the canal, cleaned twice.';

const facts = {
  bio: `${`${line}\n`.repeat(4)}${longWord}`,
  isVerified: true,
  totalPosts: 45,
  socialStats: { rating: 4.6, totalReviews: 128, totalPosts: 45 },
  followersCount: 1250,
  followingCount: 318,
  record: { completed: 112, confirmedPercent: 98, paymentDays: 2 },
  achievements: achievementIcons.map((icon) => ({ icon, title: '' })),
};

const comment = `${'Weighed honestly, and the bags were dry and clean. '.repeat(12)}${longWord}`;
const date = '2026-11-20T08:00:00Z';
const review = {
  reviewerName: 'Gurpreet Singh',
  reviewerUsername: null,
  reviewerPhoto: null,
  rating: 5,
  isAfterDeal: true,
  comment,
  date,
  answer: { text: comment, date },
};

interface Envelope {
  data: { user?: object };
}

function fill({ data, ...rest }: Envelope) {
  const { user } = data;
  return { ...rest, data: user ? { user: { ...user, ...facts } } : { ...data, ...facts } };
}

/**
 * Adds everything that a profile can show, and long reviews, to the server's responses, because nobody earns that
 * during a test.
 */
export async function showFullProfile(page: Page): Promise<void> {
  // Remove the first responses from the HTML, so that the page requests them. They are removed in the page, because
  // HTML that the test had changed could not open the socket.
  await page.addInitScript(`new MutationObserver(() => document.getElementById('start')?.remove())
    .observe(document, { childList: true, subtree: true })`);
  await page.route(/\/api\/v1\/users\/(user\/|profile|current-user)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: fill(await response.json()) });
  });
  await page.route(/\/api\/v1\/reviews\/[^/]+$/, (route) => {
    const data = ['1', '2'].map((_id) => ({ ...review, _id }));
    return route.fulfill({
      json: { statusCode: 200, success: true, message: '', data, page: { nextCursor: null, total: 2 } },
    });
  });
}
