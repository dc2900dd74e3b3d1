import type { NewsCategory, NewsImpact } from '@upaj/contract/mandi/news';
import { expect, test } from 'vitest';
import { rateNews } from './rules.ts';

const headlines: [string, NewsCategory, NewsImpact][] = [
  ['Cabinet approves hike in MSP for rabi crops', 'Prices', 'positive'],
  ['Onion prices crash in Lasalgaon mandi', 'Prices', 'negative'],
  ['Tomato prices rise sharply in Delhi', 'Prices', 'positive'],
  ['Wheat procurement begins in Punjab', 'Prices', 'neutral'],
  ['Government lifts ban on onion exports', 'Policy', 'positive'],
  ['Centre bans export of broken rice', 'Policy', 'negative'],
  ['Export ban on wheat lifted by the Centre', 'Policy', 'positive'],
  ['Import duty on edible oil cut to 5%', 'Policy', 'negative'],
  ['Import duty on crude palm oil raised', 'Policy', 'positive'],
  ['Parliament discusses farm bill', 'Policy', 'neutral'],
  ['Stock limit imposed on wheat traders', 'Policy', 'negative'],
  ['IMD forecasts normal monsoon this year', 'Weather', 'positive'],
  ['Unseasonal rains damage standing wheat in Haryana', 'Weather', 'negative'],
  ['Monsoon reaches Kerala', 'Weather', 'neutral'],
  ['Hailstorm flattens mustard fields', 'Weather', 'negative'],
  ['PM-KISAN 20th instalment released to farmers', 'Schemes', 'positive'],
  ['Deadline to enrol for crop insurance extended', 'Schemes', 'neutral'],
  ['State announces subsidy on drip irrigation', 'Schemes', 'positive'],
  ['Drones to spray nano urea in Gujarat', 'Technology', 'neutral'],
  ['AI tool identifies leaf disease', 'Technology', 'neutral'],
  ['Kharif sowing crosses last year', 'Crops', 'neutral'],
  ['Locust swarms seen near Jaisalmer', 'Crops', 'negative'],
  ['Farmers meet in Nagpur', 'General', 'neutral'],
  ['Aim of the rainbow is not rain-fed appraisal', 'Weather', 'neutral'],
  ['The plight of actors', 'General', 'neutral'],
  ['प्याज के दाम गिरे, किसान परेशान', 'Prices', 'negative'],
  ['गेहूं का समर्थन मूल्य बढ़ा', 'Prices', 'positive'],
  ['मंडी में टमाटर के भाव में तेजी', 'Prices', 'positive'],
  ['ओलावृष्टि से फसल को भारी नुकसान', 'Weather', 'negative'],
  ['मौसम विभाग ने जारी किया पूर्वानुमान', 'Weather', 'neutral'],
  ['पीएम किसान योजना की अगली किस्त जारी', 'Schemes', 'positive'],
  ['सरकार ने चावल के निर्यात पर प्रतिबंध लगाया', 'Policy', 'negative'],
  ['सरकार ने प्याज निर्यात पर लगी रोक हटाई', 'Policy', 'positive'],
  ['खेतों में ड्रोन से छिड़काव', 'Technology', 'neutral'],
  ['रबी की बुवाई शुरू', 'Crops', 'neutral'],
];

test.each(headlines)('%s: %s, %s', (headline, category, impact) => {
  expect(rateNews(headline, '')).toEqual({ category, impact });
});

test('the headline decides, else the summary', () => {
  expect(rateNews('Monsoon reaches Kerala', 'Prices are expected to fall').category).toBe('Weather');
  expect(rateNews('What farmers say', 'Rain is awaited').category).toBe('Weather');
  expect(rateNews('What traders say', 'Onion prices crashed').impact).toBe('negative');
});

test('equal counts for and against are neutral', () => {
  expect(rateNews('Wheat prices rise while onion prices fall', '').impact).toBe('neutral');
});

test('a text a hundred times the usual length is read before the test times out', { timeout: 10_000 }, () => {
  const headline = 'price '.repeat(3_300);
  const summary = 'price up ban x '.repeat(3_300);
  expect(rateNews(headline, summary)).toEqual({ category: 'Prices', impact: 'neutral' });
});
