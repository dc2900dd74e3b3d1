// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Deal } from '@upaj/contract/deals/deals';
import { useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts } from '#i18n/locale.ts';
import { buyer, cancelledDeal, confirmedDeal, exampleDeal, seller } from '../../../test/deals.ts';
import { FakeLink } from '../../../test/fake-link.tsx';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { dealQuery } from './api.ts';
import { DealPage } from './deal-page.tsx';

vi.mock('@tanstack/react-router', () => ({ Link: FakeLink }));

const settle = 'POST /api/v1/deals/d1/settle';
const at = '2026-11-23T05:10:00Z';
let server: ReturnType<typeof stubServer>;

beforeEach(async () => {
  server = stubServer();
  for (const section of ['deals', 'offers', 'reviews', 'profile', 'wanted', 'share'] as const)
    await loadTexts(section);
});
afterEach(cleanup);

function Screen({ viewerId }: { viewerId: string }) {
  const { data } = useQuery(dealQuery('d1'));
  return data ? <DealPage deal={data} viewerId={viewerId} /> : null;
}

async function show(deal: Deal, viewer: { _id: string }) {
  server.succeed('GET /api/v1/deals/d1', deal);
  renderPart(() => <Screen viewerId={viewer._id} />);
  await screen.findByRole('heading', { level: 1 });
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

const disputed = (settlements: { buyer: string | null; seller: string | null }): Deal => ({
  ...cancelledDeal(confirmedDeal([['paid', 'buyer']]), 'seller', 'Sold elsewhere.'),
  dispute: { by: 'seller', settlements },
});

it('says what stays in whose record, and lets a side say that it is settled', async () => {
  const open = { buyer: null, seller: null };
  await show(disputed(open), buyer);
  screen.getByText(/^Gurpreet Singh cancelled alone after an advance was agreed or you said “paid”/);
  server.succeed(settle, disputed({ ...open, buyer: at }));
  await press('It is settled');
  await screen.findByText('You said that it is settled. Now Gurpreet Singh has to say so, too.');
  expect(screen.queryByRole('button', { name: 'It is settled' })).toBeNull();
});

it('shows the other side that one says it is settled, and then that both do', async () => {
  await show(disputed({ buyer: at, seller: null }), seller);
  screen.getByText(/^You cancelled alone after/);
  screen.getByText('Anita Deshmukh says that the problem is settled.');
  server.succeed(settle, disputed({ buyer: at, seller: at }));
  await press('It is settled');
  await screen.findByText('You both say that it is settled. It no longer counts in a record.');
});

it.each([
  ['after the buyer said "paid"', confirmedDeal([['paid', 'buyer']]), true],
  ['after an advance was agreed', exampleDeal({ terms: { ...exampleDeal().terms, advance: 5_000 } }), true],
  ['without money', exampleDeal(), false],
])('warns a seller who cancels alone %s', async (_, deal, isWarned) => {
  await show(deal, seller);
  await press('Cancel the deal');
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByText(/If you cancel alone, this stays in your record/) !== null).toBe(
    isWarned,
  );
});
