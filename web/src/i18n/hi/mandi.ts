import type { SectionTexts } from '../catalogue.ts';

export const mandi: SectionTexts<'mandi'> = {
  title: 'मंडी भाव',
  near: 'आपके पास का मंडी भाव',
  explanation: 'उस दिन मंडी में यह फसल ज्यादातर इसी भाव पर बिकी। क्वालिटी और किस्म से भाव में फर्क आता है।',
  yours: (difference) => `आपका भाव: ${difference}`,
  rate: 'यह मंडी भाव देखें',
};
