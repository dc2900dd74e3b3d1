import type { Scheme } from './schemes.ts';

/** Schemes of the Government of India, with English texts. */
export const schemes: readonly Scheme[] = [
  {
    id: 'pm-kisan',
    name: 'PM-KISAN',
    description:
      'Income support for farmer families, paid into the bank account in three instalments of ₹2,000',
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
      'Covers crops lost to weather, pests or disease (PMFBY). The farmer pays 2% of the sum insured for kharif, 1.5% for rabi, 5% for commercial and horticultural crops',
    amount: 'Up to ₹2 lakh',
    eligibility:
      'Farmers, including tenant farmers and sharecroppers, who grow a notified crop in a notified area',
    status: 'open',
    icon: 'insurance',
    applyUrl: 'https://pmfby.gov.in/',
    checkedOn: '2026-11-20',
  },
  {
    id: 'soil-health-card',
    name: 'Soil Health Card',
    description: 'A soil test of the field for 12 values, with advice on fertilizer, every two years',
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
    description: 'Kisan Credit Card: a farm loan at 7% interest a year, or 4% if repaid on time',
    amount: 'Up to ₹3 lakh',
    eligibility:
      'Farmers, tenant farmers, sharecroppers and self-help groups, including for animal husbandry and fisheries',
    status: 'open',
    icon: 'loan',
    applyUrl: 'https://www.myscheme.gov.in/schemes/kcc',
    checkedOn: '2026-11-20',
  },
];
