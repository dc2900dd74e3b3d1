import type { SampleNews } from '#src/features/news/service.ts';

/** General, and of no day or place: nobody must take an invented report for a real one. */
export const sampleNews: readonly SampleNews[] = [
  {
    title: 'Sample: monsoon forecast for the coming weeks',
    summary: 'This is where news on rain, heat and storms appears once a news feed is set up.',
    hoursAgo: 2,
  },
  {
    title: 'Sample: onion prices rise in several mandis',
    summary: 'An example of news on prices that is good for those who sell.',
    hoursAgo: 5,
  },
  {
    title: 'Sample: tomato prices fall as arrivals grow',
    summary: 'An example of news on prices that is bad for those who sell.',
    hoursAgo: 9,
  },
  {
    title: 'Sample: export rules for rice under review',
    summary: 'An example of news on policy: exports, imports, duties and stock limits.',
    hoursAgo: 20,
  },
  {
    title: 'Sample: crop insurance, how to enrol in time',
    summary: 'An example of news on schemes: insurance, credit, subsidies and support for farmers.',
    hoursAgo: 28,
  },
  {
    title: 'Sample: sowing of rabi crops and what to watch for',
    summary: 'An example of news on crops: sowing, harvest, seeds and pests.',
    hoursAgo: 44,
  },
  {
    title: 'Sample: hailstorm damages standing crops',
    summary: 'An example of news on weather that is bad for those who sell.',
    hoursAgo: 52,
  },
  {
    title: 'Sample: drones that spray a field in minutes',
    summary: 'An example of news on technology: machines, apps and new ways to farm.',
    hoursAgo: 70,
  },
  {
    title: 'Sample: higher MSP announced for pulses',
    summary: 'An example of news on support prices. The real ones are set by the Government of India.',
    hoursAgo: 96,
  },
  {
    title: 'Sample: farmers and merchants meet at a village fair',
    summary: 'An example of general news from the countryside.',
    hoursAgo: 120,
  },
];
