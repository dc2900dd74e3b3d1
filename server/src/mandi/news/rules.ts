import type { NewsCategory, NewsImpact } from '@upaj/contract/mandi/news';

/** 'fall*' matches a word prefix; in 'price* … fall*' up to four words may come between. */
const rules = {
  /** The first category in the headline wins, else the first in the summary. */
  categories: [
    [
      'Schemes',
      'scheme*, yojana, pm-kisan, pm kisan, kisan samman*, fasal bima, crop insurance, kisan credit, soil health card*',
      'e-nam, enam, subsid*, instalment*, installment*, beneficiar*, loan waiver*, farm loan*',
      'योजना*, सम्मान निधि, फसल बीमा, सब्सिडी, अनुदान, किसान क्रेडिट, किस्त, किश्त, ऋण माफ*, कर्ज माफ*',
    ],
    [
      'Weather',
      'weather*, monsoon*, rain, rains, rainfall, rainy, flood*, drought*, cyclon*, heatwave*, heat wave*, cold wave*',
      'hail*, frost*, fog, storm*, thunderstorm*, temperature*, imd, el nino, la nina',
      'मौसम*, मानसून, मॉनसून, बारिश, वर्षा, बाढ़, सूखा, सूखे, ओलावृष्टि, ओले, पाला, तूफान, चक्रवात, लू, तापमान',
    ],
    [
      'Prices',
      'price*, msp, minimum support, mandi, mandis, costlier, cheaper, inflation, quintal*, procure*, mandi rate*',
      'भाव, दाम, कीमत, कीमतें, कीमतों, समर्थन मूल्य, एमएसपी, मंडी, मंडियों, मण्डी, महंगा, महंगी, सस्ता, सस्ती, महंगाई, खरीद',
    ],
    [
      'Policy',
      'policy, policies, export*, import*, tariff*, duty, duties, ban, bans, banned, bill, act, cabinet, parliament, minist*',
      'government*, govt, budget*, gst, regulat*, notifies, notified, notification*, stock limit*, trade deal*, agreement*',
      'नीति*, निर्यात, आयात, शुल्क, प्रतिबंध, रोक, विधेयक, कानून, मंत्रिमंडल, मंत्री, मंत्रालय, सरकार, बजट, समझौता',
    ],
    [
      'Technology',
      'drone*, technolog*, digital*, app, apps, artificial intelligence, ai, ai-*, satellite*, sensor*, startup*, start-up*',
      'mechani*, tractor*, robot*, drip irrigation, hydroponic*, agritech, agri-tech',
      'तकनीक*, ड्रोन, डिजिटल, ऐप, उपग्रह, ट्रैक्टर, स्टार्टअप, ड्रिप, कृत्रिम बुद्धिमत्ता',
    ],
    [
      'Crops',
      'crop*, sow*, harvest*, acreage*, kharif, rabi, zaid, seed*, pest, pests, locust*, armyworm*, blight*, wheat, paddy, rice',
      'maize, cotton, sugarcane, pulse, pulses, soy*, mustard, onion*, tomato*, potato*, fruit*, vegetable*, horticultur*, mango*',
      'फसल*, बुवाई, बुआई, कटाई, खरीफ, रबी, बीज, बीजों, कीट, टिड्डी, गेहूं, गेहूँ, धान, चावल, मक्का, कपास, गन्ना, गन्ने, दाल, दालें',
      'सोयाबीन, सरसों, प्याज, टमाटर, आलू, फल, फलों, सब्जी, सब्जियों, बागवानी',
    ],
  ],
  /** The impact with more matches wins. Matched text counts once: 'export ban lifted'. */
  impacts: [
    [
      'positive',
      'lift* … ban, ban … lifted, ban … removed, remove* … ban, ends … ban, curb* … lifted, export* … allow*, allow* … export*',
      'export* … resume*, resume* … export*, export* … rise*, export* … rose, export* … grow*, export* … grew',
      'price* … rise*, price* … rising, price* … rose, price* … jump*, price* … surge*, price* … firm*, price* … gain*',
      'price* … soar*, price* … recover*, price* … up, rise in … price*, surge in … price*, jump in … price*, costlier',
      'hike* … msp, msp … hike*, raise* … msp, msp … raised, increase* … msp, msp … increase*, higher msp, higher price*',
      'hike* … import duty, raise* … import duty, import duty … hike*, import duty … raised, bonus*, relief, compensation',
      'record … procurement, record … output, record … production, record … export*, subsid*, loan waiver*, insurance … paid',
      'instal* … released, instal* … credited, instal* … transferred, releases … instal*, timely rain*, good rain*, boost*',
      'normal monsoon, above normal monsoon, above-normal monsoon, good monsoon',
      'भाव … बढ़*, दाम … बढ़*, कीमत* … बढ़*, एमएसपी … बढ़*, समर्थन मूल्य … बढ़*, तेजी, राहत, मुआवजा, बोनस, अनुदान, सब्सिडी, रिकॉर्ड',
      'अच्छी बारिश, अच्छा मानसून, प्रतिबंध … हटा*, रोक … हटा*, निर्यात … अनुमति, ऋण माफ*, कर्ज माफ*, किस्त … जारी, महंगा, महंगी',
    ],
    [
      'negative',
      'ban, bans, banned, stock limit*, price* … fall*, price* … fell, price* … drop*, price* … crash*, price* … slump*',
      'price* … plunge*, price* … decline*, price* … slid*, price* … down, fall in … price*, drop in … price*, crash in … price*',
      'decline in … price*, cheaper, glut, distress, drought*, flood*, hail*, frost*, cyclon*, locust*, armyworm*, blight*',
      'pest attack*, pests, unseasonal, deficit, deficient, below normal, below-normal, heatwave*, heat wave*, cold wave*',
      'damage*, loss, losses, destroy*, ruin*, shortage*, suicide*, fake seed*, spurious, import duty … cut, cut* … import duty',
      'import duty … removed, import duty … reduced, import* … surge*, duty-free import*, curb* on export*, export curb*',
      'भाव … गिर*, दाम … गिर*, कीमत* … गिर*, भाव … घट*, दाम … घट*, कीमत* … घट*, गिरावट, मंदी, सस्ता, सस्ती, प्रतिबंध, रोक',
      'सूखा, सूखे, बाढ़, ओलावृष्टि, ओले, पाला, नुकसान, बर्बाद, तबाह, टिड्डी, कीटों, कमी, संकट, लू, नकली बीज, बेमौसम',
    ],
  ],
} as const;

export const newsLifetime = 90 * 24 * 60 * 60_000;

interface Rule<T> {
  value: T;
  pattern: RegExp;
}

const categories = rules.categories.map(toRule<NewsCategory>);
const impacts = rules.impacts.map(toRule<NewsImpact>);

export function rateNews(
  title: string,
  summary: string,
): {
  category: NewsCategory;
  impact: NewsImpact;
} {
  const found = [title, summary].flatMap(
    (text) => categories.find(({ pattern }) => text.search(pattern) >= 0) ?? [],
  );
  return { category: found[0]?.value ?? 'General', impact: rateImpact(`${title} | ${summary}`) };
}

function rateImpact(text: string): NewsImpact {
  let rest = text;
  const counts = impacts.map(({ value, pattern }) => {
    let count = 0;
    rest = rest.replace(pattern, () => {
      count++;
      return ' | ';
    });
    return { value, count };
  });
  const [first, second] = counts.toSorted((one, other) => other.count - one.count);
  return first && second && first.count > second.count ? first.value : 'neutral';
}

function toRule<T>([value, ...lists]: readonly [T, ...string[]]): Rule<T> {
  const words = lists.flatMap((list) => list.split(',')).map((word) => toSource(word.trim()));
  // \b only knows ASCII.
  const letter = '[\\p{L}\\p{M}\\p{N}]';
  return { value, pattern: new RegExp(`(?<!${letter})(?:${words.join('|')})(?!${letter})`, 'giu') };
}

function toSource(word: string): string {
  return word
    .replaceAll(' … ', '(?: [^\\s|]{1,30}){0,4} ')
    .replaceAll('*', '[\\p{L}\\p{M}]*')
    .replaceAll('-', '[- ]');
}
