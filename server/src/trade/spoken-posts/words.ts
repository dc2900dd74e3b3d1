import { readGoodsUnit } from '@upaj/contract/trade/read-amount';
import type { GoodsUnit } from '@upaj/contract/trade/units';

/** Words of a sentence that sells, by what they say about the numbers beside them, in all eleven languages. */
const lists = {
  currency: `₹ rs rupee rupees rupaye rupay rupaiye rupya rupaya rupe rupees/ inr rupai roopai ruba rubai taka rupayi rupayalu rupiya roopa rupa
    रुपये रुपए रुपया रुपयों रुपयांना रुपयाला रुपयांनी रुपयात रुपयांत रुपय रु रू रुपे
    টাকা টাকায় টাকার টাকাতে রুপি রুপিয়া
    રૂપિયા રૂપિયે રૂપિયો રૂપિયામાં રૂ રુપિયા રૂપિયાના
    ਰੁਪਏ ਰੁਪਈਏ ਰੁਪਿਆ ਰੁ ਰੁਪਏ
    ଟଙ୍କା ଟଙ୍କାରେ ଟଙ୍କାକୁ ଟଙ୍କାର
    ரூபாய் ரூபாய்க்கு ரூபா ரூ ரூபாயில்
    రూపాయలు రూపాయలకు రూపాయి రూపాయల రూ
    ರೂಪಾಯಿ ರೂಪಾಯಿಗೆ ರೂಪಾಯಿಗಳು ರೂ ರೂಪಾಯಿಯಂತೆ
    രൂപ രൂപയ്ക്ക് രൂപക്ക് രൂപയാണ് രൂപയ്ക്കു`,
  price: `price rate at cost bhav bhaav daam dam kimat keemat rates prices @ velai vilai dhara dara bele vila dar dor
    भाव दाम कीमत किंमत रेट दर मूल्य भावाने दराने
    দাম দর রেট মূল্য দামে দরে
    ભાવ ભાવે દર કિંમત રેટ
    ਭਾਅ ਰੇਟ ਕੀਮਤ ਭਾਵ ਮੁੱਲ
    ଦାମ ଦର ମୂଲ୍ୟ ରେଟ ଦରରେ
    விலை விலைக்கு ரேட் விலையில்
    ధర రేటు ధరకు రేట్ ఖరీదు
    ಬೆಲೆ ದರ ರೇಟ್ ಬೆಲೆಗೆ ದರಕ್ಕೆ
    വില വിലയ്ക്ക് നിരക്ക് റേറ്റ് വിലയാണ്`,
  per: `per every prati ek a an one / oru
    प्रति हर एक एका फी दर
    প্রতি এক একেক
    પ્રતિ એક દરેક દીઠ
    ਪ੍ਰਤੀ ਇੱਕ ਇਕ ਹਰ
    ପ୍ରତି ଏକ ଗୋଟିଏ
    ஒரு ஒவ்வொரு
    ఒక ప్రతి ఒక్కో
    ಪ್ರತಿ ಒಂದು ಒಂದಕ್ಕೆ
    ഒരു ഒന്നിന് ഓരോ`,
  person: `my our mine mera meri mere hamare apna maza amcha amchya mari maru mara amara amar amader nanna ente enna en na
    मेरा मेरी मेरे हमारे हमारा माझा माझी माझे माझ्या आमचा आमची आमचे आमच्या મારી મારા મારું અમારા ਮੇਰੇ ਸਾਡੇ আমার আমাদের ମୋର ମୋ`,
  area: `acre acres ekad hectare bigha beegha guntha kattha
    एकड़ एकर हेक्टेयर हेक्टर बीघा बीघे गुंठा गुंठे
    একর বিঘা কাঠা હેક્ટર એકર વીઘા ਏਕੜ ਕਿੱਲੇ ਵਿੱਘੇ ଏକର ஏக்கர் ఎకరం ఎకరాలు ఎకరాల ಎಕರೆ ഏക്കർ സെന്റ്`,
} as const;

/** What the contract's units have no names for: a crate is sold as a box, and 'each' is a piece. */
const furtherUnits: readonly (readonly [GoodsUnit, string])[] = [
  ['box', `crate crates karet क्रेट क्रेटचे ક્રેટ ਕਰੇਟ ক্রেট କ୍ରେଟ୍ କ୍ରେଟ கிரேட் కేట్ క్రేట్ క్రేట్లు క్రేటు ಕ್ರೇಟ್ ಕ್ರೇಟಿಗೆ ക്രേറ്റ്`],
  ['bag', 'bosta moottai mootai poti pote chakku moote ਕੱਟਾ કટ્ટા કટ્ટો ചാക്കിന് ചാക്ക്'],
  ['piece', 'each ennam നഗാ नगाला ഒരെണ്ണത്തിന് onninu'],
  ['liter', 'ലിറ്ററിന്'],
  ['tonne', 'ടണ്ണിന്'],
];

export type Role = keyof typeof lists;

const roles = new Map<string, Set<Role>>();
for (const role of Object.keys(lists) as Role[])
  for (const word of lists[role].split(/\s+/))
    roles.set(word, (roles.get(word) ?? new Set<Role>()).add(role));

const none: ReadonlySet<Role> = new Set();
export const rolesOf = (word: string): ReadonlySet<Role> =>
  roles.get(word.normalize('NFC').toLowerCase()) ?? none;

const units = new Map(
  furtherUnits.flatMap(([unit, names]) =>
    names.split(' ').map((name) => [name, { unit, times: 1 }] as const),
  ),
);
export const unitOf = (word: string) => units.get(word.normalize('NFC').toLowerCase()) ?? readGoodsUnit(word);
