/** What a buyer asks under a post, and what the seller has answered by now. */
interface DemoQuestion {
  question: string;
  answer?: string;
}

const questions: readonly DemoQuestion[] = [
  {
    question: 'What is your last rate if I lift everything at once?',
    answer: 'For the whole lot I can come down a little. Please see it first, then we talk.',
  },
  {
    question: 'क्या नमूना भेज सकते हैं?',
    answer: 'हाँ, आधा किलो का नमूना बस से भेज देते हैं, भाड़ा आपका।',
  },
  { question: 'Is the weighing at your place or at the dharam kanta?' },
  {
    question: 'Which bags is it in, and are they included in the price?',
    answer: 'New bags, included. If you bring your own I take ₹20 a bag off.',
  },
  { question: 'अगले हफ़्ते मंगलवार को गाड़ी लगा सकते हैं?', answer: 'जी, सुबह दस बजे तक आ जाइए, लोडिंग हमारी।' },
  { question: 'Can you send a photograph of today, in daylight?' },
  {
    question: 'Do you deliver to the mandi, and what does the transport come to?',
    answer: 'Up to 60 km I bring it myself for the diesel. Further off by a shared truck.',
  },
];

/** For every third post one question, the same at every start. */
export function findQuestion(index: number): DemoQuestion | undefined {
  return index % 3 === 0 ? questions[(index / 3) % questions.length] : undefined;
}
