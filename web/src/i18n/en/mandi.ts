export const mandi = {
  title: 'Price in the mandi',
  near: 'Mandi price near you',
  explanation:
    'The price that most of this crop was sold at in the mandi on that day. Quality and variety make a difference.',
  yours: (difference: string) => `Your price: ${difference}`,
  rate: 'See this mandi rate',
};
