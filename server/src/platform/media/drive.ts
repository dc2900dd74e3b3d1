import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

export function openDrive(dataDir: string): Disk {
  return new Disk(new FSDriver({ location: join(dataDir, 'media'), visibility: 'private' }));
}

export type { Disk as Drive };
