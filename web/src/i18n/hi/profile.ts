import type { Catalogue } from '../catalogue.ts';

export const profile: Catalogue['profile'] = {
  loading: 'प्रोफ़ाइल खुल रही है...',
  error: 'गड़बड़',
  notFound: 'यह प्रोफ़ाइल नहीं मिली।',
  joined: (date) => `${date} से सदस्य`,
  mainProduct: 'मुख्य उत्पाद',
  posts: (count) => `${count} पोस्ट`,
  myPosts: 'मेरी पोस्ट',
  theirPosts: 'पोस्ट',
  postsFailed: 'पोस्ट नहीं खुल सकीं',
  empty: 'अभी कोई पोस्ट नहीं',
  emptyText: 'अपनी उपज किसानों और व्यापारियों को दिखाना शुरू करें!',
  emptyAction: 'अपनी पहली पोस्ट डालें',
  othersEmpty: 'दिखाने के लिए कोई पोस्ट नहीं',
  othersEmptyText: 'इन्होंने अभी तक कुछ नहीं डाला है।',
  startChat: 'बात शुरू करें',
};
