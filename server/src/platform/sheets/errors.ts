import type { MessageRef } from '@daftar/contract/validate';
import { InvalidError } from '../http/errors.ts';
import type { ProblemKey } from './problem.ts';

/** 422 on the file itself: it is not a sheet, cannot be read, or is larger than anybody reads. */
export class SheetRefused extends InvalidError {
  constructor(key: ProblemKey | 'Required', params?: MessageRef['params']) {
    super({ file: [params ? { key, params } : { key }] });
  }
}
