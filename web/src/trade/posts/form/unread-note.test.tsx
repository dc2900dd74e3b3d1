// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadTexts } from '#i18n/locale.ts';
import { renderPart } from '../../../../test/stub-server.tsx';
import { emptyValues, type PostFormValues } from './form-values.ts';
import { DetailsSection } from './goods-sections.tsx';

function Form() {
  const form = useForm<PostFormValues>({ defaultValues: { ...emptyValues, packaging: 'Butter paper' } });
  return (
    <FormProvider {...form}>
      <DetailsSection />
    </FormProvider>
  );
}

beforeEach(() => loadTexts('create-post'));
afterEach(cleanup);

const notes = () => screen.queryAllByText(/^We cannot read this as a number and a unit/).length;
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('says below a field that its text cannot be read, until it can', { timeout: 15_000 }, async () => {
  renderPart(() => <Form />);
  await waitFor(() => expect(notes()).toBe(1), { timeout: 5_000 });
  type(/^Shelf Life/, 'until it is eaten');
  type(/^Packaging/, 'सणल');
  await waitFor(() => expect(notes()).toBe(2), { timeout: 5_000 });
  type(/^Shelf Life/, '२ हफ्ते');
  type(/^Packaging/, 'சணல் மூட்டை, 50 கிலோ');
  await waitFor(() => expect(notes()).toBe(0), { timeout: 5_000 });
});
