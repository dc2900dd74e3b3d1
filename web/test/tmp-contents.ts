export const priced = { alertId: 'a1', rateId: '12', commodity: 'Wheat', crop: 'wheat', market: 'Khanna', district: 'Ludhiana', state: 'Punjab', type: 'above', targetPrice: 2600, price: 2650, unit: 'quintal', arrivalDate: '2026-11-20', isSample: false };
const g = (count: number, name: string | null = 'Asha', username: string | null = 'asha devi') => ({ count, name, username });
const offer = { offerId: 'o1', event: 'made', userId: 'u1', name: 'Asha', title: 'Onion', dealId: null, quantity: 2.5, unit: 'tonne', price: 22.5, priceUnit: 'per kg' };
const deal = { dealId: 'd1', number: '4821 3097', event: 'due', by: 'buyer', name: 'Asha', title: 'Onion' };
const dec = { decisionId: 'x1', event: 'made', action: 'hide', reason: 'copy', text: 'Please change it.', until: null, kind: 'post', title: 'Onion' };
const one = (kind: string, data: object) => ({ kind, data });
export const contents = [
  one('price-alert', priced),
  one('price-alert', { ...priced, type: 'below', price: 26.5, targetPrice: 30, unit: 'kg' }),
  one('price-alert', { ...priced, price: 2600 }),
  one('price-alert', { ...priced, commodity: 'Firewood', crop: null }),
  one('price-alert', { ...priced, market: 'Azadpur Mandi', isSample: true }),
  one('comment', { postId: 'p1', commentId: 'c1', title: 'Wheat', isAnswer: false, name: null, text: null }),
  one('comment', { postId: 'p1', commentId: 'c1', title: 'Wheat', isAnswer: true, name: null, text: null }),
  one('comment', { postId: 'p1', commentId: 'c1', title: 'Wheat', isAnswer: true, name: 'Asha', text: 'Yes' }),
  one('like', { postId: 'p1', title: 'Onion', ...g(1) }), one('like', { postId: 'p1', title: 'Onion', ...g(5) }), one('like', { postId: 'p1', title: 'Onion', ...g(100, null, null) }),
  one('follow', { owner: 'me', ...g(1) }), one('follow', { owner: 'me too', ...g(2) }), one('follow', { owner: 'me', ...g(100, null, null) }), one('follow', { owner: 'me', ...g(1, null, null) }),
  one('review', { reviewId: 'r1', name: 'Asha', rating: 4 }), one('review', { reviewId: 'r1', name: null, rating: null }),
  one('saved-search', { searchId: 's1', query: { cropType: 'Onion', district: 'Nashik', priceRange: '0-50' }, count: 5 }),
  one('saved-search', { searchId: 's1', query: { q: 'red', organic: 'true' }, count: 1 }),
  one('saved-search', { searchId: 's1', query: { near: 'Nashik, Maharashtra', within: '50', category: 'Vegetables' }, count: 100 }),
  one('wanted', { wantedId: 'w1', cropType: 'Onion', crops: 1, ...g(1) }), one('wanted', { wantedId: 'w1', cropType: 'Onion', crops: 1, ...g(3) }), one('wanted', { wantedId: 'w1', cropType: 'Onion', crops: 2, ...g(3, null, null) }),
  one('wanted', { wantedId: 'w1', cropType: 'Sweet corn', crops: 1, ...g(3) }),
  one('wanted-match', { wantedId: 'w1', cropType: 'Onion', postId: 'p1', title: 'Red', count: 1 }), one('wanted-match', { wantedId: 'w1', cropType: 'Kadaknath', postId: 'p1', title: 'Red', count: 4 }),
  ...['made', 'countered', 'accepted', 'declined', 'withdrawn', 'expiring', 'soldOut'].flatMap((event) => [one('offer', { ...offer, event }), one('offer', { ...offer, event, name: null, dealId: 'd1' })]),
  ...['delivered', 'paid', 'completed', 'cancel', 'cancelled', 'lapsed', 'due', 'pickup'].flatMap((event) => [one('deal', { ...deal, event, pickupDate: '2026-11-28' }), one('deal', { ...deal, event, by: 'seller', name: null })]),
  ...['added', 'changed', 'removed'].map((change) => one('upi', { change })),
  ...['on', 'off', 'recovery'].map((change) => one('second-factor', { change })),
  ...['ask-change', 'hide', 'remove-photo', 'warn', 'restrict', 'suspend', 'verify', 'refuse'].flatMap((action) => ['post', 'user', 'message', 'comment', 'deal', 'verification'].map((kind) => one('moderation-decision', { ...dec, action, kind, until: action === 'restrict' ? '2026-12-01T10:00:00Z' : null, text: kind === 'user' ? '' : dec.text, title: kind === 'user' ? '' : dec.title }))),
  one('moderation-decision', { ...dec, event: 'undone', reason: 'mistake' }), one('moderation-decision', { ...dec, event: 'upheld', reason: 'fraud' }),
];
export const lists = [
  ...contents.map((content) => [content]),
  [contents[0], contents[1], contents[2], contents[3], contents[4]],
  [contents[5], contents[6]], [contents[0], contents[5]], [contents[8], contents[9]],
  contents.slice(0, 40), [one('upi', { change: 'added' }), one('second-factor', { change: 'on' })], [one('upi', { change: 'added' }), contents[0]],
];
