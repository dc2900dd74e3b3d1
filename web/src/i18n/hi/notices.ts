import type { SectionTexts } from '../catalogue.ts';

function namesOf(name: string | null, others: number): string {
  if (others < 1) return `${name ?? 'किसी'} ने`;
  // 'किसी और' would mean 'somebody else'.
  if (name === null) return `${others >= 99 ? '99+' : others + 1} लोगों ने`;
  return `${name} और ${others >= 99 ? '99+' : others} अन्य ${others === 1 ? 'व्यक्ति' : 'लोगों'} ने`;
}

export const notices: SectionTexts<'notices'> = {
  title: 'सूचनाएं',
  isNew: 'नई',
  headline: (crop, price, market) => `${crop}: ${market} में ${price}`,
  above: (price) => `आपके तय भाव ${price} से ऊपर`,
  below: (price) => `आपके तय भाव ${price} से नीचे`,
  exactly: (price) => `आपके तय भाव ${price} के बराबर`,
  sample: 'नमूना जानकारी',
  comment: (title) => `“${title}” पर नया कमेंट`,
  answer: (title) => `“${title}” पर बेचने वाले का जवाब`,
  liked: (name, others, title) => `${namesOf(name, others)} आपकी पोस्ट “${title}” लाइक की`,
  followed: (name, others) => `${namesOf(name, others)} आपको फॉलो किया`,
  reviewed: (name, rating) => `${name ?? 'किसी'} ने आपको रिव्यू दिया${rating ? `: 5 सितारों में से ${rating}` : ''}`,
  arrived: (headline, reason) => `भाव अलर्ट। ${headline}। ${reason}।`,
  severalArrived: {
    'price-alert': (count) => `${count} भाव आपके तय भाव तक पहुंचे।`,
    comment: (count) => (count === 1 ? '1 नया कमेंट आया है।' : `${count} नए कमेंट आए हैं।`),
    like: (count) => `आपकी ${count} पोस्ट पर नए लाइक आए हैं।`,
    follow: (count) => (count === 1 ? '1 नया फॉलोअर।' : `${count} नए फॉलोअर।`),
    review: (count) => (count === 1 ? '1 नया रिव्यू।' : `${count} नए रिव्यू।`),
    mixed: (count) => (count === 1 ? 'आपके लिए 1 नई सूचना आई है।' : `आपके लिए ${count} नई सूचनाएं आई हैं।`),
  },
  see: {
    'price-alert': 'भाव देखें',
    comment: 'पोस्ट देखें',
    like: 'पोस्ट देखें',
    follow: 'देखें किसने',
    review: 'रिव्यू देखें',
  },
  seeAll: 'सभी देखें',
  failed: 'सूचनाएं नहीं आईं',
  loading: 'सूचनाएं आ रही हैं…',
  more: 'और दिखाएं',
  empty: 'अभी कोई सूचना नहीं',
  emptyText: 'कमेंट, लाइक, फॉलोअर, रिव्यू और भाव अलर्ट यहां दिखेंगे। भाव अलर्ट मंडी में लगाएं।',
  emptyAction: 'मंडी देखें',

  settings: 'सूचनाओं की सेटिंग',
  settingsText: 'ऐप में सूचनाएं हमेशा मिलती हैं।',
  settingsFailed: 'सेटिंग नहीं खुल सकी',
  byEmail: 'ईमेल से भी',
  byEmailText: 'आपके खाते के ईमेल पर।',
  emailNotVerified: 'आपका ईमेल अभी सत्यापित नहीं है।',
  verify: 'सेटिंग में सत्यापित करें',
  byEmailFailed: 'यह सेव नहीं हो सका',
  onDevice: 'इस फोन या कंप्यूटर पर',
  onDeviceText: 'उपज ऐप बंद हो तब भी, जब तक आप यहां लॉग आउट नहीं करते।',
  pushUnsupported: 'यह ब्राउजर सूचनाएं नहीं दिखा सकता। iPhone पर पहले उपज को होम स्क्रीन पर जोड़ें और वहां से खोलें।',
  pushDenied: 'उपज की सूचनाएं रोकी हुई हैं। ब्राउजर की सेटिंग में इस वेबसाइट के लिए सूचनाएं चालू करें।',
  pushFailed: 'इस फोन या कंप्यूटर पर यह बदला नहीं जा सका',
  pushLater: 'ब्राउजर ने मना किया। बाद में फिर कोशिश करें, प्राइवेट (incognito) विंडो में नहीं।',
};
