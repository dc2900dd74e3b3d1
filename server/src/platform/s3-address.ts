import { StartError } from '#src/platform/start-error.ts';

export interface S3Address {
  endpoint: string;
  bucket: string;
  region: string;
  pathStyle: boolean;
  key: string;
  secret: string;
}

const form =
  'https://KEY:SECRET@HOST/BUCKET?region=REGION&pathStyle=true, with %2F for a / in KEY or SECRET and %40 for an @';

/** Reads S3_URL. @throws StartError, whose message does not contain the secret */
export function readS3Address(text: string): S3Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const [, bucket] = /^\/([a-z\d][a-z\d.-]{1,61}[a-z\d])\/?$/.exec(url?.pathname ?? '') ?? [];
  if (!url || !/^https?:$/.test(url.protocol) || !url.username || !url.password || !bucket)
    throw new StartError(`S3_URL must be ${form}`);
  const { region = 'us-east-1', pathStyle = 'false', ...others } = Object.fromEntries(url.searchParams);
  const [unknown] = Object.keys(others);
  if (unknown) throw new StartError(`S3_URL has the unknown setting ${unknown}: it must be ${form}`);
  if (pathStyle !== 'true' && pathStyle !== 'false')
    throw new StartError('S3_URL must have pathStyle=true or pathStyle=false');
  return {
    endpoint: url.origin,
    bucket,
    region,
    pathStyle: pathStyle === 'true',
    key: decode(url.username),
    secret: decode(url.password),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StartError(`S3_URL has a % that is not written %25: it must be ${form}`);
  }
}
