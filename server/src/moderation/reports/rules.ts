import { enoughToHide, independence, record, weights } from './weights.ts';

export interface Reporter {
  createdAt: Date;
  isVerified: boolean;
  suspendedAt: Date | null;
  restrictedUntil: Date | null;
}

/** How moderators decided about a person's earlier reports. */
export interface ReportRecord {
  upheld: number;
  dismissed: number;
}

/** A report as it counts towards hiding. */
export interface CountedReport {
  reporterId: string;
  weight: number;
  registeredAt: Date;
  /** A keyed hash; null when the report is older than the origins that are stored. */
  address: string | null;
  /** Accounts that the browser or a flag names together with the reporter. */
  linkedIds: readonly string[];
  /** What else the person reported lately, without what moderators found to be wrong. */
  targets: ReadonlySet<string>;
}

export function weightOf(reporter: Reporter, earlier: ReportRecord): number {
  const share =
    (earlier.upheld + record.startsWith) / (earlier.upheld + earlier.dismissed + record.startsWith);
  return share < record.least ? 0 : Math.round(weightOfAccount(reporter) * share * 100) / 100;
}

function weightOfAccount({ createdAt, isVerified, suspendedAt, restrictedUntil }: Reporter): number {
  const age = Date.now() - createdAt.getTime();
  const isRestricted = restrictedUntil !== null && restrictedUntil > new Date();
  if (suspendedAt || isRestricted || age < weights.youngFrom) return weights.new;
  if (isVerified) return weights.verified;
  return age > weights.settledFrom ? weights.settled : weights.young;
}

/** Each group of reporters that may be one person counts once, with the largest weight in it. */
export function isEnough(reports: readonly CountedReport[]): boolean {
  const groups = groupReports(reports).map((group) => Math.max(...group.map(({ weight }) => weight)));
  const weight = groups.reduce((sum, one) => sum + one, 0);
  return groups.length >= enoughToHide.groups && weight >= enoughToHide.weight;
}

export function groupReports(reports: readonly CountedReport[]): CountedReport[][] {
  let groups: CountedReport[][] = [];
  for (const report of reports) {
    const parts = Map.groupBy(groups, (group) => group.some((other) => areLinked(report, other)));
    groups = [...(parts.get(false) ?? []), [report, ...(parts.get(true) ?? []).flat()]];
  }
  return groups;
}

function areLinked(one: CountedReport, other: CountedReport): boolean {
  const shared = [...one.targets].filter((target) => other.targets.has(target)).length;
  const apart = Math.abs(one.registeredAt.getTime() - other.registeredAt.getTime());
  return (
    (one.address !== null && one.address === other.address) ||
    one.linkedIds.includes(other.reporterId) ||
    other.linkedIds.includes(one.reporterId) ||
    apart < independence.registeredWithin ||
    shared >= independence.sharedTargets
  );
}
