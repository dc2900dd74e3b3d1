import type { SchemeId } from '@upaj/contract/mandi/schemes';

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
  what: 'What you get',
  how: 'How to apply',
  papers: 'Documents you need',
  where: 'Where to apply',
  caution:
    'Rules can change, and offices may ask for more documents. The government’s own page is final. You do not need an agent to apply.',
  notFound: 'This scheme is not on our list',

  support: 'Minimum support prices',
  supportText: 'The minimum prices announced by the Government of India.',
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
        '₹6,000 a year as income support, paid directly into your bank account in three instalments of ₹2,000 each.',
      steps: [
        'Register as a new farmer on pmkisan.gov.in, or at a Common Service Centre.',
        'Enter your Aadhaar number, mobile number, state, land details and bank account.',
        'Complete eKYC with an OTP sent to your phone, or with your fingerprint at a Common Service Centre.',
        'Your state verifies the land records. You can check the status on the same site.',
      ],
      papers: ['Aadhaar card', 'Land records', 'Bank passbook', 'Mobile number'],
      where: 'pmkisan.gov.in, or the nearest Common Service Centre',
    },
    'crop-insurance': {
      name: 'Crop Insurance',
      amount: 'Up to ₹2 lakh',
      eligibility:
        'Farmers, including tenant farmers and sharecroppers, who grow a notified crop in a notified area',
      gives:
        'Covers crops lost to weather, pests or disease (PMFBY). You pay 2% of the sum insured for kharif crops, 1.5% for rabi crops, and 5% for commercial and horticultural crops.',
      steps: [
        'Check on pmfby.gov.in whether your crop is notified in your area, and the last date to insure it.',
        'Apply on the site, at your bank, or at a Common Service Centre, and pay your share of the premium.',
        'Keep the receipt with the policy number.',
        'After a loss, inform the insurer, your bank or the agriculture office at once, so that the field can be inspected.',
      ],
      papers: [
        'Aadhaar card',
        'Land records, or a tenancy or sharecropping agreement',
        'Sowing declaration',
        'Bank passbook',
      ],
      where: 'pmfby.gov.in, your bank, or the nearest Common Service Centre',
    },
    'soil-health-card': {
      name: 'Soil Health Card',
      amount: 'Free',
      eligibility: 'Every farmer',
      gives:
        'A soil test of your field for 12 values, with advice on which fertilizer to use and how much, every two years.',
      steps: [
        'Ask the agriculture office of your block, or a Krishi Vigyan Kendra, for a soil test.',
        'A soil sample is taken from your field and tested in a laboratory.',
        'You get the card with the results and advice. You can also view it on soilhealth.dac.gov.in.',
      ],
      papers: ['Aadhaar card', 'Mobile number', 'Location of the field: village and survey number'],
      where: 'The agriculture office of your block, or soilhealth.dac.gov.in',
    },
    'kcc-loan': {
      name: 'KCC Loan',
      amount: 'Up to ₹3 lakh',
      eligibility:
        'Farmers, tenant farmers, sharecroppers and self-help groups, including for animal husbandry and fisheries',
      gives:
        'Kisan Credit Card: a farm loan of up to ₹3 lakh at 7% interest a year, or 4% if you repay on time.',
      steps: [
        'Go to a nearby bank branch (cooperative and rural banks too) and ask for the KCC form.',
        'Fill in your land and crop details, and submit the form with your documents.',
        'The bank checks it and decides how much you can borrow.',
        'You get the card. Repay on time to get the lower interest rate.',
      ],
      papers: [
        'Aadhaar card or another proof of identity and address',
        'Land records, or a tenancy or sharecropping agreement',
        'Photo',
      ],
      where: 'A bank branch near you. For more, see myscheme.gov.in.',
    },
  } satisfies Record<SchemeId, SchemeTexts>,
};
