/** Business constants of the marketplace. Lengths are in characters, sizes in bytes, times in milliseconds. */

const MB = 1024 * 1024;

export const limits = {
  fullName: { min: 2, max: 100 },
  username: { min: 3, max: 30 },
  email: { max: 254 },
  password: { min: 6, max: 128 },
  contactDigits: 10,
  aadhaarDigits: 12,
  pincodeDigits: 6,
  majorProduct: { max: 100 },
  title: { max: 120 },
  description: { max: 4000 },
  shortText: { max: 100 },
  bio: { max: 500 },
  certifications: { max: 10, maxLength: 60 },
  review: { min: 10, max: 1000 },
  comment: { max: 500 },
  report: { max: 1000 },
  /** Messages a minute: to somebody who has not answered yet, and in a conversation that goes both ways. */
  message: { max: 2000, perMinuteToStrangers: 30, perMinute: 120 },
  /** Whose comings and goings one person is told of. */
  presence: { people: 2000 },
  /** Rupees; keeps every sum exact in numeric(12,2). */
  price: { min: 0, max: 99_999_999.99, step: 0.01 },
  tags: { max: 15, maxLength: 30 },
  featuredPosts: 3,
  alerts: 50,
  image: {
    perPost: 10,
    maxBytes: 10 * MB,
    /** Decoded size; a larger picture is a decompression bomb, not a photograph. */
    maxPixels: 50_000_000,
    /** Longest side the browser sends after downsizing. */
    maxSide: 1920,
  },
  card: { images: 4 },
  page: { size: 20, max: 50, countedTo: 10_000 },
  search: { max: 100 },
} as const;

export const timings = {
  createPostTimeout: 30_000,
  redirectAfterPost: 1_500,
  /** How long Start Chat shows that it is busy. */
  startChat: 500,
  /** How long the link for a forgotten password works. */
  resetLink: 30 * 60_000,
  /** How long the link that proves an e-mail address works. */
  verifyLink: 24 * 60 * 60_000,
  toast: { success: 2_000, error: 4_000, flow: 3_500, notice: 8_000, atMost: 20 },
} as const;

/** Rupees that carrying a quintal one kilometre costs, where nothing else is said. */
export const usualTransport = 0.5;

/** Widths of the WebP variants the server keeps, in CSS pixels at 1x. The largest one is the image's public URL. */
export const photoWidths = [320, 640, 1280] as const;
export const avatarWidths = [96, 320] as const;
export const coverWidths = [640, 1280] as const;

/**
 * The URL of another width of the same picture: `/media/<name>-1280.webp` → `/media/<name>-320.webp`.
 * A URL that is not one of ours comes back unchanged.
 */
export function imageVariant(url: string, width: number): string {
  return url.replace(/-\d+\.webp$/, `-${width}.webp`);
}
