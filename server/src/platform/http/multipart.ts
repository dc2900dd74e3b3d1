import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { limits } from '@upaj/contract/limits';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, invalidField, invalidFile } from './errors.ts';
import type { ReservedBytes } from './upload-budget.ts';

export interface UploadedFile {
  field: string;
  filename: string;
  path: string;
}

export interface Upload {
  fields: Record<string, string>;
  files: UploadedFile[];
  dispose(): Promise<void>;
}

/**
 * The parser allows some more files than the limit, so that one file too many gets an error instead of a cut
 * connection.
 */
const spareFiles = 10;
const textLimits = { fields: 60, fieldSize: 32_768 };

export function mostBytes(fileFields: Readonly<Record<string, number>>): number {
  const files = Object.values(fileFields).reduce((sum, most) => sum + most, 0);
  return files * limits.image.maxBytes + textLimits.fields * textLimits.fieldSize;
}

export interface UploadOptions {
  folder: string;
  fileFields: Readonly<Record<string, number>>;
  reserved: ReservedBytes;
  /** The size of the body in bytes, according to its sender. */
  declared: number;
  /** @throws AppError STORAGE_FULL */
  assertSpace(bytes: number): Promise<void>;
}

/** Text is held in memory, which is smaller than the disk. A byte of it counts as so many. */
const weightOfText = 8;

/** Other uploads may fill the disk meanwhile, so its space is looked at again after so many bytes. */
const spaceCheckedEvery = 1024 * 1024;

/** Reads text fields into a record, and files to disk, so that uploads do not fill the memory. */
export async function readMultipart(request: FastifyRequest, options: UploadOptions): Promise<Upload> {
  const { folder, fileFields, reserved, declared, assertSpace } = options;
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_TYPE');
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  const files: UploadedFile[] = [];
  const ownFolder = join(folder, randomUUID());
  const dispose = async () => {
    try {
      await rm(ownFolder, { recursive: true, force: true });
    } catch (error) {
      // `sweepUploads` removes the upload later.
      request.log.error({ err: error }, 'an upload was not removed');
    } finally {
      reserved.release();
    }
  };
  let refusal: AppError | undefined;
  try {
    let hasFolder = false;
    const mostFiles = Object.values(fileFields).reduce((sum, most) => sum + most, spareFiles);
    const sizes = { ...textLimits, files: mostFiles, fileSize: limits.image.maxBytes };
    for await (const part of request.parts({ limits: sizes })) {
      // A part may have no name, although its type says so.
      const { fieldname: field = '' } = part as { fieldname?: string };
      if (!field) refusal ??= new AppError('MALFORMED_REQUEST');
      if (part.type === 'field') {
        // Browsers send an empty field if no file was chosen.
        if (Object.hasOwn(fileFields, field) && part.value !== '')
          refusal ??= invalidField(field, 'imageInvalid');
        if (field in fields) refusal ??= invalidField(field, 'invalid');
        if (part.valueTruncated) refusal ??= invalidField(field, 'tooLong');
        fields[field] = String(part.value);
        reserved.take(fields[field].length * weightOfText);
      } else {
        const most = fileFields[field] ?? 0;
        const number = files.filter((file) => file.field === field).length + 1;
        if (number > most) refusal ??= invalidField(field, most > 1 ? 'imagesTooMany' : 'invalid');
        const path = join(ownFolder, String(files.length));
        // The body is read to the end, so that the client gets the response.
        if (refusal) {
          for await (const chunk of part.file) await reserved.pace((chunk as Buffer).length);
          continue;
        }
        if (!hasFolder) {
          await assertSpace(declared);
          await mkdir(ownFolder, { recursive: true });
          hasFolder = true;
        }
        if (await save(part, path, options)) files.push({ field, filename: part.filename, path });
        else refusal = invalidFile(field, 'imageTooLarge', number);
      }
    }
    if (refusal) throw refusal;
    return { fields, files, dispose };
  } catch (error) {
    // The rest of the body is read and dropped, so that a browser that is still sending gets the response.
    request.raw.unpipe();
    request.raw.resume();
    await dispose();
    throw refusal ?? readable(error);
  }
}

async function save(
  part: MultipartFile,
  path: string,
  { reserved, assertSpace }: UploadOptions,
): Promise<boolean> {
  let unchecked = 0;
  const count = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      reserved.take(chunk.length);
      await reserved.pace(chunk.length);
      unchecked += chunk.length;
      if (unchecked > spaceCheckedEvery) {
        await assertSpace(0);
        unchecked = 0;
      }
      yield chunk;
    }
  };
  await pipeline(part.file, count, createWriteStream(path));
  return !part.file.truncated;
}

/** Turns the parser's plain errors for invalid bodies into failures that can be sent. */
function readable(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { statusCode, syscall } = error as { statusCode?: number; syscall?: string };
  if (statusCode === 413) return new AppError('TOO_LARGE');
  return syscall ? error : new AppError('MALFORMED_REQUEST');
}
