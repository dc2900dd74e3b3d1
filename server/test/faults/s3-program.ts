import { openTestS3, type TestS3 } from '#test/s3.ts';

export type S3Command = Extract<keyof TestS3, 'stop' | 'restore'>;

const s3 = await openTestS3();
process.on('message', (command: S3Command) => void s3[command]().then(() => process.send?.(command)));
process.on('disconnect', () => void s3.close());
process.send?.(s3.url);
