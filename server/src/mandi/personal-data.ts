import { erased, type PersonalTables, type TableName } from '#src/platform/db/personal-table.ts';

export const mandiTables = {
  agreed_prices: { people: {}, why: 'medians of several sellers' },
  doubtful_rates: { people: {}, why: 'prices of mandis' },
  news_items: { people: {}, why: 'published news' },
  pinned_crops: { people: { user_id: erased('the crops they pinned') } },
  price_alerts: { people: { user_id: erased('their price alerts') } },
  rate_series: { people: {}, why: 'prices of mandis' },
  rates: { people: {}, why: 'prices of mandis' },
  rates_version: { people: {}, why: 'a counter of rate changes' },
  source_runs: { people: {}, why: 'when each provider last succeeded or failed' },
  weather_reports: { people: {}, why: 'the weather of districts' },
} satisfies Partial<PersonalTables<TableName>>;
