// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PriceAlert } from '@upaj/contract/mandi/alerts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import {
  add,
  fill,
  list,
  openForm,
  showAlerts,
  stubAlertServer,
  submit,
} from '../../../test/alert-panel.tsx';
import { onions, patialaWheat, wheat } from '../../../test/alerts.ts';
import { renderPart, toasts } from '../../../test/stub-server.tsx';
import { AlertPanel } from './alert-panel.tsx';
import type { AlertStart } from './alert-values.ts';

let server: ReturnType<typeof stubAlertServer>;

beforeEach(() => {
  server = stubAlertServer();
});
afterEach(async () => {
  cleanup();
  await setLocale('en');
});

const show = (alerts: PriceAlert[], initial?: AlertStart) => showAlerts(server, alerts, initial);

describe('the list', () => {
  it('is in Hindi in Hindi, failures included', async () => {
    await setLocale('hi');
    server.loseConnection('PATCH /api/v1/alerts/a1');
    show([wheat]);
    await screen.findByText('गेहूं');
    await userEvent.click(screen.getByRole('switch'));
    await waitFor(() => expect(toasts().join()).toContain('अलर्ट बदला नहीं जा सका। नेटवर्क'));
  });

  it.each<[string, Partial<PriceAlert>, string[]]>([
    [
      'of one mandi',
      {},
      [
        'Wheat above ₹2,600 per quintal',
        'Khanna, Punjab',
        'Now ₹2,450 per quintal in Khanna',
        'Not reached yet',
      ],
    ],
    [
      'of a state, by the kilogram, reached',
      {
        district: '',
        market: '',
        unit: 'kg',
        type: 'below',
        targetPrice: 12.5,
        isMet: true,
        currentPrice: 11,
      },
      ['Wheat below ₹12.50 per kg', 'Any mandi in Punjab', 'Now ₹11 per kg in Khanna', 'Target reached'],
    ],
    [
      'of anywhere, paused, with no price',
      {
        state: '',
        district: '',
        market: '',
        isActive: false,
        isMet: true,
        currentPrice: null,
        currentMarket: null,
      },
      ['Any mandi in India', 'No mandi price available right now', 'Paused'],
    ],
    ['of what is no crop', { commodity: 'Firewood', crop: null }, ['Firewood above']],
  ])('shows an alert %s', async (_, change, texts) => {
    show([{ ...wheat, ...change }]);
    const item = await screen.findByRole('listitem');
    await waitFor(() => {
      for (const text of texts) expect(item.textContent).toContain(text);
    });
  });

  it('shows a failure with a retry', async () => {
    server.refuse(list, 'UNEXPECTED');
    show([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    await screen.findByText('No price alerts set');
  });
});

describe('for one commodity', () => {
  it.each([
    [[], 'No price alerts set', null],
    [[onions], 'No alerts for this commodity', '1 alert on another commodity'],
    [[onions, { ...onions, _id: 'third' }], 'No alerts for this commodity', '2 alerts on other commodities'],
  ])('shows that there is no alert, and links to the others', async (alerts, text, label) => {
    show(alerts, patialaWheat);
    await screen.findByText(text);
    const link = screen.queryByRole('link');
    expect([link?.textContent ?? null, link?.getAttribute('href') ?? null]).toEqual([
      label,
      label && '/Market#alerts',
    ]);
  });

  it('links to the others beside its own', async () => {
    show([wheat, onions], patialaWheat);
    await screen.findByRole('link', { name: '1 alert on another commodity' });
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });

  it('shows an alert set for another commodity', async () => {
    show([], patialaWheat);
    server.succeed(add, onions);
    await openForm();
    fill('Commodity', 'Onion');
    fill('Target price', '2600');
    await submit();
    await screen.findByText('Price alert set.');
    expect((await screen.findByRole('listitem')).textContent).toContain('Onion above');
    expect(screen.queryByRole('link')).toBeNull();
  });
});

it('is scrolled to when a link leads to it', async () => {
  const go = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  window.location.hash = '#alerts';
  server.succeed(list, []);
  renderPart(() => (
    <div id="alerts">
      <AlertPanel />
    </div>
  ));
  await screen.findByText('No price alerts set');
  window.location.hash = '';
  expect(go.mock.contexts).toEqual([document.getElementById('alerts')]);
});
