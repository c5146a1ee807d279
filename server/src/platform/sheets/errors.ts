import type { MessageRef } from '@daftar/contract/validate';
import { InvalidError } from '../http/errors.ts';

/** 422 on the file itself: it is not a sheet, cannot be read, or is larger than anybody reads. */
export class SheetRefused extends InvalidError {
  constructor(
    key: 'InvalidFileType' | 'UnreadableFile' | 'EmptySheet' | 'TooManyRows' | 'Required',
    params?: MessageRef['params'],
  ) {
    super({ file: [params ? { key, params } : { key }] });
  }
}
