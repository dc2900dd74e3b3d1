import type { Catalogue } from '../catalogue.ts';

export const errors: Catalogue['errors'] = {
  INVALID_INPUT: 'कृपया निशान लगे खानों को जांचें',
  MALFORMED_REQUEST: 'अनुरोध पढ़ा नहीं जा सका',
  UNSUPPORTED_TYPE: 'इस तरह की सामग्री यहां नहीं ली जाती',
  TOO_LARGE: 'एक बार में इतना सब नहीं भेजा जा सकता',
  NOT_LOGGED_IN: 'आगे बढ़ने के लिए लॉग इन करें',
  INVALID_CREDENTIALS: 'ईमेल या पासवर्ड गलत है। कृपया फिर कोशिश करें।',
  FOREIGN_ORIGIN: 'यह अनुरोध किसी दूसरी वेबसाइट से आया था, इसलिए रोका गया',
  NOT_YOURS: 'यह काम सिर्फ मालिक कर सकता है',
  NOT_FOUND: 'नहीं मिला',
  METHOD_NOT_ALLOWED: 'यह तरीका यहां नहीं चलता',
  POST_NOT_FOUND: 'पोस्ट नहीं मिली',
  USER_NOT_FOUND: 'यह प्रोफ़ाइल नहीं मिली।',
  EMAIL_TAKEN: 'इस ईमेल से पहले से एक खाता है',
  USERNAME_TAKEN: 'यह यूज़रनेम पहले से लिया जा चुका है',
  AADHAAR_TAKEN: 'इस आधार नंबर से पहले से एक खाता है',
  TOO_MANY_FEATURED: 'एक समय में ज्यादा से ज्यादा 3 पोस्ट खास दिखा सकते हैं',
  TOO_MANY_REQUESTS: 'बहुत बार कोशिश हुई। थोड़ा रुककर फिर कोशिश करें।',
  REQUEST_TIMEOUT: 'बहुत समय लग गया। कृपया फिर कोशिश करें।',
  UNEXPECTED: 'कोई अनजानी गड़बड़ हो गई। कृपया फिर कोशिश करें।',
  UNAVAILABLE: 'सेवा शुरू या बंद हो रही है। थोड़ी देर में फिर कोशिश करें।',
};
