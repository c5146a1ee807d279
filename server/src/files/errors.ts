import { InvalidError, NotFoundError, TooManyError, UnavailableError } from '../platform/http/errors.ts';

/** Not there, or another merchant's. */
export class FileNotFound extends NotFoundError {}

/** 422 on the field that the file was sent in. `key` is one of the contract's messages. */
export const refusedFile = (field: string, key: string) => InvalidError.field(field, key);

/** More files waiting to be used than any form needs. */
export class TooManyUploads extends TooManyError {
  constructor() {
    super(3600, { key: 'files.tooManyUploads' });
  }
}

/** The virus scanner that is configured does not answer: nothing is taken unseen. */
export class ScanUnavailable extends UnavailableError {}
