import sharp from 'sharp';
import { photo } from '#test/factories.ts';

export interface File {
  name: string;
  type: string;
  bytes: Buffer;
}

export interface Photos {
  good: File[];
  bad: File[];
}

export async function makePhotos(): Promise<Photos> {
  const jpeg = Buffer.from(await (await photo({ hasGps: true })).arrayBuffer());
  const plain = sharp({ create: { width: 40, height: 30, channels: 3, background: '#468' } });
  const png = await plain.clone().png().toBuffer();
  const webp = await plain.clone().webp().toBuffer();
  const bomb = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#000' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const file = (name: string, type: string, bytes: Buffer | string): File => ({
    name,
    type,
    bytes: Buffer.from(bytes as string),
  });
  return {
    good: [
      file('photo.jpg', 'image/jpeg', jpeg),
      file('photo.png', 'image/png', png),
      file('फोटो.webp', 'image/webp', webp),
      file('../../evil.php', 'application/octet-stream', jpeg),
    ],
    bad: [
      file('empty.jpg', 'image/jpeg', ''),
      file('text.jpg', 'image/jpeg', 'not a photo'),
      file('cut.jpg', 'image/jpeg', jpeg.subarray(0, jpeg.length / 2)),
      file('cut.png', 'image/png', png.subarray(0, 40)),
      file('bomb.png', 'image/png', bomb),
      file(
        'x.svg',
        'image/svg+xml',
        '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      ),
      file('x.html', 'text/html', '<script>alert(1)</script>'),
      file('x.gif', 'image/gif', 'GIF89a\u0001\u0000\u0001\u0000'),
    ],
  };
}
