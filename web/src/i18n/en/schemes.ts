import type { SchemeId } from '@upaj/contract/schemes';

interface SchemeTexts {
  name: string;
  /** In a few words, on the card. */
  amount: string;
  eligibility: string;
  gives: string;
  steps: readonly string[];
  papers: readonly string[];
  where: string;
}

export const schemes = {
  title: 'Government Schemes',
  short: 'Schemes',
  all: 'View All Schemes',
  back: 'All schemes',
  learnMore: 'Learn More',
  learnMoreAbout: (name: string) => `Learn more about ${name}`,
  apply: 'Apply on the official site',
  opensElsewhere: 'opens in a new tab',
  closed: 'Closed now',
  checkedOn: (date: string) => `Checked on ${date}`,
  who: 'Who can get it',
  what: 'What it gives',
  how: 'How to apply',
  papers: 'Papers you need',
  where: 'Where',
  caution:
    'Rules change, and offices may ask for more. What the government’s own page says is what counts. Applying to these schemes needs no agent.',
  notFound: 'This scheme is not on our list',

  support: 'Minimum support prices',
  supportText: 'What the Government of India has announced that it pays at least.',
  goods: 'Crop',
  price: 'Support price',
  season: 'Season',
  /** Of what is no crop of the catalogue. */
  goodsNames: { Safflower: 'Safflower' },
  gradeA: (crop: string) => `${crop} (Grade A)`,
  common: (crop: string) => `${crop} (common)`,
  perQuintal: 'per quintal',

  scheme: {
    'pm-kisan': {
      name: 'PM-KISAN',
      amount: '₹6,000 a year',
      eligibility: 'Farmer families who own farmland, after eKYC',
      gives:
        '₹6,000 a year as income support, paid straight to the bank account in three parts of ₹2,000 each.',
      steps: [
        'Register as a new farmer on pmkisan.gov.in, or have it done at a Common Service Centre.',
        'Enter your Aadhaar number, mobile number, state, land and bank account.',
        'Prove who you are by eKYC: with a code sent to your phone, or with your fingerprint at a Common Service Centre.',
        'Your state checks the land records. You can look up how far it is on the same site.',
      ],
      papers: ['Aadhaar card', 'Papers of the land', 'Bank passbook', 'Mobile number'],
      where: 'pmkisan.gov.in, or the nearest Common Service Centre',
    },
    'crop-insurance': {
      name: 'Crop Insurance',
      amount: 'Up to ₹2 lakh',
      eligibility: 'Farmers, tenants and sharecroppers too, who grow a notified crop in a notified area',
      gives:
        'Pays for crops lost to weather, pests or disease (PMFBY). You pay 2% of the insured sum for kharif crops, 1.5% for rabi crops, and 5% for commercial and horticultural crops.',
      steps: [
        'See on pmfby.gov.in whether your crop is notified in your area, and until when you can insure it.',
        'Apply on the site, at your bank, or at a Common Service Centre, and pay your part.',
        'Keep the receipt with its policy number.',
        'After a loss, tell the insurer, your bank or the agriculture office at once, so that somebody can look at the field.',
      ],
      papers: [
        'Aadhaar card',
        'Papers of the land, or the agreement of a tenant or sharecropper',
        'A declaration of what was sown',
        'Bank passbook',
      ],
      where: 'pmfby.gov.in, your bank, or the nearest Common Service Centre',
    },
    'soil-health-card': {
      name: 'Soil Health Card',
      amount: 'Free',
      eligibility: 'Every farmer',
      gives:
        'A test of your field’s soil for 12 values, with advice on which fertilizer to use and how much, every two years.',
      steps: [
        'Ask the agriculture office of your block, or a Krishi Vigyan Kendra, for a test.',
        'A sample of the soil is taken from your field and tested in a laboratory.',
        'You get the card with the values and the advice. It can be looked up on soilhealth.dac.gov.in, too.',
      ],
      papers: ['Aadhaar card', 'Mobile number', 'Where the field is: village and survey number'],
      where: 'The agriculture office of your block, or soilhealth.dac.gov.in',
    },
    'kcc-loan': {
      name: 'KCC Loan',
      amount: 'Up to ₹3 lakh',
      eligibility: 'Farmers, tenants, sharecroppers and self-help groups, also for animals and fish',
      gives:
        'Kisan Credit Card: a farm loan of up to ₹3 lakh at 7% interest a year, and at 4% for those who pay it back in time.',
      steps: [
        'Go to a bank branch near you, a cooperative or rural bank too, and ask for the KCC form.',
        'Fill it in with your land and what you grow, and hand it in with your papers.',
        'The bank checks it and sets how much you can borrow.',
        'You get the card. Pay back in time and the lower interest holds.',
      ],
      papers: [
        'Aadhaar card or another proof of who you are and where you live',
        'Papers of the land, or the agreement of a tenant or sharecropper',
        'Photograph',
      ],
      where: 'A bank branch near you; myscheme.gov.in tells more',
    },
  } satisfies Record<SchemeId, SchemeTexts>,
};
