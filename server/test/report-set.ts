export interface MadeUpReporter {
  /** The age of the account. */
  days: number;
  isVerified: boolean;
  address: string;
}

export interface MadeUpReport {
  post: number;
  by: number;
}

interface MadeUpReports {
  reporters: MadeUpReporter[];
  posts: { isBad: boolean }[];
  /** The reports of each day, in their order. */
  days: MadeUpReport[][];
}

let seed = 20_261_129;
/** Returns a number from 0 to below 1. */
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}
const upTo = (most: number) => Math.floor(random() * most);
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((item) => ({ item, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/**
 * Makes the reports of ten days. Each day honest people report six bad posts, and, by mistake, six good ones; some are
 * quarrels, in which three neighbours report a competitor. Beside them four groups hide posts of others: one person with
 * three old accounts on one line; eight bought accounts that use lines of their own; three verified accounts that report
 * one post a day; and twenty accounts that were opened last month in one go.
 */
export function madeUpReports(): MadeUpReports {
  const reporters: MadeUpReporter[] = [];
  const posts: { isBad: boolean }[] = [];
  const days: MadeUpReport[][] = [];
  const add = (reporter: MadeUpReporter) => reporters.push(reporter) - 1;
  const addPost = (isBad: boolean) => posts.push({ isBad }) - 1;

  const honest = many(300, (index) => {
    const days = index % 10 === 0 ? 1 + upTo(29) : 31 + upTo(900);
    // Each fifth has a provider that puts many people behind one address.
    const address = index % 5 === 0 ? `provider ${upTo(6)}` : `line ${index}`;
    return add({ days, isVerified: random() < 0.1, address });
  });
  const groups = {
    oneLine: many(3, () => add({ days: 90 + upTo(200), isVerified: false, address: 'one line' })),
    bought: many(8, (index) => add({ days: 60 + upTo(300), isVerified: false, address: `bought ${index}` })),
    verified: many(3, (index) =>
      add({ days: 100 + upTo(300), isVerified: true, address: `verified ${index}` }),
    ),
    together: many(20, (index) => add({ days: 40, isVerified: false, address: `together ${index}` })),
  };
  const by = (post: number, people: readonly number[]) => people.map((one) => ({ post, by: one }));
  const some = (from: readonly number[], count: number) => shuffled(from).slice(0, count);

  for (let day = 0; day < 10; day += 1) {
    const reports = [
      ...many(6, () => by(addPost(true), some(honest, 3 + upTo(5)))),
      ...many(5, () => by(addPost(false), some(honest, 1 + upTo(2)))),
      by(addPost(false), some(honest, 3)),
      ...many(4, () => by(addPost(false), groups.oneLine)),
      ...many(3, () => by(addPost(false), some(groups.bought, 4))),
      by(addPost(false), groups.verified),
      ...many(2, () => by(addPost(false), some(groups.together, 6))),
    ];
    days.push(shuffled(reports.flat()));
  }
  return { reporters, posts, days };
}
