// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadTexts, setLocale } from '#i18n/locale.ts';
import { RecordCount, RecordLine } from './record-line.tsx';

beforeEach(() => loadTexts('post'));
afterEach(async () => {
  cleanup();
  await setLocale('en');
});

it.each([
  [{ completed: 0, confirmedPercent: null, paymentDays: null }, 'No completed deals on Upaj yet'],
  [{ completed: 2, confirmedPercent: null, paymentDays: null }, '2 completed deals on Upaj'],
  [{ completed: 12, confirmedPercent: 98, paymentDays: null }, '12 deals · 98% confirmed by both'],
  [
    { completed: 3, confirmedPercent: 100, paymentDays: 2 },
    '3 deals · 100% confirmed by both · usually pays in 2 days',
  ],
  [
    { completed: 3, confirmedPercent: 75, paymentDays: 0 },
    '3 deals · 75% confirmed by both · usually pays on the same day',
  ],
])('says %j', (record, text) => {
  render(<RecordLine record={record} />);
  screen.getByText(text);
});

it('is in Hindi', async () => {
  await setLocale('hi');
  render(<RecordLine record={{ completed: 3, confirmedPercent: 100, paymentDays: 1 }} />);
  screen.getByText('3 सौदे · 100% की पुष्टि दोनों ने की · आमतौर पर 1 दिन में पैसे देते हैं');
});

it('counts the deals on compact cards only of people who have a record', () => {
  const { container, rerender } = render(
    <RecordCount record={{ completed: 2, confirmedPercent: null, paymentDays: null }} />,
  );
  expect(container.textContent).toBe('');
  rerender(<RecordCount record={{ completed: 12, confirmedPercent: 98, paymentDays: null }} />);
  expect(container.textContent).toBe('1212 deals · 98% confirmed by both');
});
