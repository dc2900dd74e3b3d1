/** Lengths are in characters, sizes in bytes, times in milliseconds. */

const MB = 1024 * 1024;

export const limits = {
  fullName: { min: 2, max: 100 },
  username: { min: 3, max: 30 },
  email: { max: 254 },
  password: { min: 6, max: 128 },
  majorProduct: { max: 100 },
  title: { max: 120 },
  description: { max: 4000 },
  shortText: { max: 100 },
  bio: { max: 500 },
  certifications: { max: 10, maxLength: 60 },
  review: { min: 10, max: 1000 },
  comment: { max: 500 },
  report: { max: 1000, messages: 10 },
  /** A moderator's text, and the most days that a restriction lasts. */
  decision: { text: 1000, days: 90 },
  message: { max: 2000 },
  /** A user receives the online state of at most this many people. */
  presence: { people: 2000 },
  /** Rupees; the column is numeric(10, 2). `amounts.ts` has the rules of prices. */
  price: { max: 99_999_999.99 },
  /** Rupees. */
  targetPrice: { max: 9_999_999.99 },
  tags: { max: 15, maxLength: 30 },
  featuredPosts: 3,
  /** What an account publishes in seven days whose owner proved only a mobile number. */
  postsOfUnproved: 5,
  /** After so many days unused, an account with a password or an email is not opened by a code alone. */
  unusedDays: 90,
  /** Sockets that may be open at the same time. */
  sockets: { perSession: 20, perUser: 60 },
  alerts: 50,
  /** Crops that a user may pin on the market page. */
  pins: 20,
  savedSearches: 50,
  /** A merchant has at most `open` wanted posts at a time. A wanted post ends at most `days` after today. */
  wanted: { open: 20, days: 90, note: 500, quantity: 9_999_999.99 },
  /**
   * A buyer has at most `open` offers at a time, and makes at most `aDay` for one post. An offer has at most `rounds`,
   * each valid for `days`. A chat shows at most `shown` open offers at its end.
   */
  offer: {
    open: 50,
    aDay: 5,
    shown: 10,
    rounds: 20,
    days: { min: 1, max: 14 },
    note: 300,
    pickupDays: 365,
    bags: 100_000,
  },
  deal: { reason: 300, problems: 5 },
  /** Rupees per quintal and kilometre. */
  transport: { max: 100 },
  image: {
    perPost: 10,
    maxBytes: 10 * MB,
    /** Pixels of the decoded photo. Larger ones are refused, because they may be decompression bombs. */
    maxPixels: 50_000_000,
    /** The browser downsizes photos to this many pixels a side before it sends them. */
    maxSide: 1920,
  },
  card: { images: 4 },
  page: { size: 20, max: 50, countedTo: 10_000 },
  /** A sentence that sells, in characters. */
  spokenPost: { max: 300 },
  search: { max: 100, suggestions: { usual: 5, max: 10 }, withinKm: 3_000 },
} as const;

/** Converts bytes for texts: 10 for 10 MB. */
export function inMegabytes(bytes: number): number {
  return bytes / MB;
}

export const timings = {
  createPostTimeout: 30_000,
  redirectAfterPost: 1_500,
  startChat: 500,
  resetLink: 30 * 60_000,
  smsCode: 5 * 60_000,
  verifyLink: 24 * 60 * 60_000,
  toast: { success: 2_000, error: 8_000, flow: 3_500, notification: 8_000, atMost: 20 },
} as const;

/** The transport cost that is assumed until the user gives one, in rupees per quintal and kilometre. */
export const usualTransport = 0.5;

/** Widths in pixels of the stored sizes of a photo. The largest is the photo's public URL. */
export const photoWidths = [320, 640, 1280] as const;
export const avatarWidths = [96, 320] as const;
export const coverWidths = [640, 1280] as const;
export const verificationWidths = [1280] as const;

/**
 * Removes the host from the URL of a photo, because the app's own server serves the same path:
 * `https://photos.example/media/<name>-1280.webp` → `/media/<name>-1280.webp`.
 */
export function imagePath(url: string): string {
  return url.replace(/^https?:\/\/.*(?=\/media\/)/, '');
}

/**
 * Returns the URL of another size: `/media/<name>-1280.webp` → `/media/<name>-320.webp`. Other URLs are returned
 * unchanged.
 */
export function imageVariant(url: string, width: number): string {
  return url.replace(/-\d+\.webp$/, `-${width}.webp`);
}
