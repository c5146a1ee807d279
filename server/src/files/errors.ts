import type { FieldKey } from '@daftar/contract/error-codes';
import { type FileRule, FORMATS } from '@daftar/contract/files';
import type { MessageRef } from '@daftar/contract/validate';
import type { Detected } from '../platform/files/kinds.ts';
import { InvalidError, NotFoundError, TooManyError, UnavailableError } from '../platform/http/errors.ts';

/** The file does not exist, or belongs to another merchant. */
export class FileNotFound extends NotFoundError {}

/** 422 on the field that held the file; `key` is a message key of the contract. */
export const refusedFile = (field: string, key: FieldKey, params?: MessageRef['params']) =>
  InvalidError.field(field, key, params);

/** Returns 422 on the field with a file of a kind that it does not accept, or that differs from its name. */
export function refusedKind(
  field: string,
  detected: Exclude<Detected, { is: 'accepted' }>,
  { refusal, heic }: FileRule,
): InvalidError {
  if (detected.is === 'misnamed') {
    const { named, kind } = detected;
    return refusedFile(field, 'FileMisnamed', { named, kind, content: FORMATS[kind] });
  }
  return refusedFile(field, (detected.is === 'heic' && heic) || refusal);
}

/** The merchant has more unattached files than any form needs. */
export class TooManyUploads extends TooManyError {
  constructor() {
    super(3600, { key: 'files.tooManyUploads' });
  }
}

/** The configured virus scanner does not answer; no file is accepted without a scan. */
export class ScanUnavailable extends UnavailableError {}
