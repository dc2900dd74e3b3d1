import type { Scheme } from './schemes.ts';

/** Schemes of the Government of India, with English texts. */
export const schemes: readonly Scheme[] = [
  {
    id: 'pm-kisan',
    name: 'PM-KISAN',
    description: 'Income support for farmer families, paid to the bank account in three parts of ₹2,000',
    amount: '₹6,000/year',
    eligibility: 'Farmer families who own farmland, after eKYC',
    status: 'open',
    icon: 'income',
    applyUrl: 'https://pmkisan.gov.in/',
    checkedOn: '2026-11-20',
  },
  {
    id: 'crop-insurance',
    name: 'Crop Insurance',
    description:
      'Pays for crops lost to weather, pests or disease (PMFBY). The farmer pays 2% of the insured sum for kharif, 1.5% for rabi, 5% for commercial and horticultural crops',
    amount: 'Up to ₹2 lakh',
    eligibility: 'Farmers, tenants and sharecroppers too, who grow a notified crop in a notified area',
    status: 'open',
    icon: 'insurance',
    applyUrl: 'https://pmfby.gov.in/',
    checkedOn: '2026-11-20',
  },
  {
    id: 'soil-health-card',
    name: 'Soil Health Card',
    description: 'A test of the field’s soil for 12 values, with advice on fertilizer, every two years',
    amount: 'Free',
    eligibility: 'Every farmer',
    status: 'open',
    icon: 'soil',
    applyUrl: 'https://soilhealth.dac.gov.in/',
    checkedOn: '2026-11-20',
  },
  {
    id: 'kcc-loan',
    name: 'KCC Loan',
    description: 'Kisan Credit Card: a farm loan at 7% a year, 4% for those who pay back in time',
    amount: 'Up to ₹3 lakh',
    eligibility: 'Farmers, tenants, sharecroppers and self-help groups, also for animals and fish',
    status: 'open',
    icon: 'loan',
    applyUrl: 'https://www.myscheme.gov.in/schemes/kcc',
    checkedOn: '2026-11-20',
  },
];
