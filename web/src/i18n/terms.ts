import type { Locale } from './locale.ts';

// Apart from the catalogue: only the registration shows it, and every screen loads the catalogue.

interface Clause {
  title: string;
  text: string;
}

export const terms: Record<Locale, readonly Clause[]> = {
  en: [
    {
      title: 'Your account',
      text: 'One account a person, with true details. Keep your password to yourself; what is done with your account counts as done by you.',
    },
    {
      title: 'Honest trade',
      text: 'Offer only what you have or will have, with true pictures, prices and quantities. Keep to what you have agreed with the other side.',
    },
    {
      title: 'Who trades with whom',
      text: 'Upaj brings farmers and merchants together. The sale itself, payment and delivery are between the two of you; Upaj is not a party to it and takes no money for it. Look at the goods before you pay.',
    },
    {
      title: 'What we keep',
      text: 'We keep what you enter here. Of your Aadhaar number only the last four digits are kept, and a code that cannot be turned back into the number, so that nobody opens two accounts. Your phone number is shown to people who are logged in. Your password is kept only in a form that nobody can read.',
    },
    {
      title: 'What is not allowed',
      text: 'No fraud, no stolen or forbidden goods, no insults, no use of other people’s phone numbers for advertising. Accounts that do so are closed.',
    },
  ],
  hi: [
    {
      title: 'आपका खाता',
      text: 'एक व्यक्ति का एक ही खाता, सही जानकारी के साथ। पासवर्ड किसी को न बताएं; आपके खाते से जो होगा, वह आपका किया माना जाएगा।',
    },
    {
      title: 'ईमानदारी का सौदा',
      text: 'वही माल दिखाएं जो आपके पास है या होने वाला है; फोटो, भाव और मात्रा सही हों। सामने वाले से जो तय हुआ है, उसे निभाएं।',
    },
    {
      title: 'सौदा किसके बीच है',
      text: 'उपज किसान और व्यापारी को मिलाता है। बिक्री, भुगतान और माल पहुंचाना आप दोनों के बीच की बात है; उपज उसमें शामिल नहीं है और उसके पैसे नहीं लेता। पैसे देने से पहले माल देख लें।',
    },
    {
      title: 'हम क्या रखते हैं',
      text: 'आप यहां जो भरते हैं, वह हम रखते हैं। आधार नंबर के सिर्फ आखिरी चार अंक रखे जाते हैं, और एक ऐसा कोड जिससे नंबर वापस नहीं निकल सकता, ताकि कोई दो खाते न बनाए। आपका फोन नंबर लॉग इन किए हुए लोगों को दिखता है। पासवर्ड इस तरह रखा जाता है कि कोई उसे पढ़ नहीं सकता।',
    },
    {
      title: 'क्या मना है',
      text: 'धोखा, चोरी का या मना किया हुआ माल, गाली-गलौज, और दूसरों के फोन नंबर पर प्रचार मना है। ऐसा करने वाले खाते बंद कर दिए जाते हैं।',
    },
  ],
};
