import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { limits } from '@upaj/contract/limits';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, invalidField } from './errors.ts';

/** A file that has arrived whole, on disk until its request ends. */
export interface UploadedFile {
  field: string;
  /** As the client named it; for messages only. */
  filename: string;
  path: string;
}

export interface Upload {
  fields: Record<string, string>;
  files: UploadedFile[];
  /** Removes the files. */
  dispose(): Promise<void>;
}

/** A little above what is allowed, so that one file too many gets a message instead of a cut connection. */
const spareFiles = 10;
const textLimits = { fields: 60, fieldSize: 32_768 };

/**
 * Reads a multipart request: text fields into a record, files onto disk, so that memory stays flat however many
 * people upload at once. `fileFields` says how many files each field takes.
 * @throws AppError for a body that is no multipart, too many or too large files, files in a field that takes none.
 */
export async function readMultipart(
  request: FastifyRequest,
  folder: string,
  fileFields: Readonly<Record<string, number>>,
): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_TYPE');
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  const files: UploadedFile[] = [];
  const ownFolder = join(folder, randomUUID());
  const dispose = () => rm(ownFolder, { recursive: true, force: true });
  let refusal: AppError | undefined;
  try {
    await mkdir(ownFolder, { recursive: true });
    const mostFiles = Object.values(fileFields).reduce((sum, most) => sum + most, spareFiles);
    const sizes = { ...textLimits, files: mostFiles, fileSize: limits.image.maxBytes };
    for await (const part of request.parts({ limits: sizes })) {
      // A part may come without a name, whatever its type says.
      const { fieldname: field = '' } = part as { fieldname?: string };
      if (!field) refusal ??= new AppError('MALFORMED_REQUEST');
      if (part.type === 'field') {
        // An empty one is what a form without a chosen file sends.
        if (Object.hasOwn(fileFields, field) && part.value !== '')
          refusal ??= invalidField(field, 'imageInvalid');
        if (field in fields) refusal ??= invalidField(field, 'invalid');
        if (part.valueTruncated) refusal ??= invalidField(field, 'tooLong');
        fields[field] = String(part.value);
      } else {
        const most = fileFields[field] ?? 0;
        if (files.filter((file) => file.field === field).length >= most) {
          refusal ??= invalidField(field, most > 1 ? 'imagesTooMany' : 'invalid');
        }
        const path = join(ownFolder, String(files.length));
        // A refused request is read to its end all the same, so that its sender gets the answer.
        if (refusal) part.file.resume();
        else if (await save(part, path)) files.push({ field, filename: part.filename, path });
        else refusal = invalidField(field, 'imageTooLarge');
      }
    }
    if (refusal) throw refusal;
    return { fields, files, dispose };
  } catch (error) {
    await dispose();
    throw refusal ?? readable(error);
  }
}

/** @returns false when the file was cut off at the limit. */
async function save(part: MultipartFile, path: string): Promise<boolean> {
  await pipeline(part.file, createWriteStream(path));
  return !part.file.truncated;
}

/** The parser throws plain errors for broken bodies; only those with a status or from the system are not the client's. */
function readable(error: unknown): unknown {
  const { statusCode, syscall } = error as { statusCode?: number; syscall?: string };
  if (statusCode === 413) return new AppError('TOO_LARGE');
  return syscall ? error : new AppError('MALFORMED_REQUEST');
}
