export const mandi = {
  title: 'Mandi price',
  near: 'Mandi price near you',
  explanation:
    'The price at which most of this crop was sold in the mandi on that day. The price also depends on quality and variety.',
  yours: (difference: string) => `Your price: ${difference}`,
  rate: 'View this mandi rate',
};
