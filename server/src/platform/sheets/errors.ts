import type { MessageRef } from '@daftar/contract/validate';
import { InvalidError } from '../http/errors.ts';
import type { ProblemKey } from './problem.ts';

/** 422 on the file: it is not a sheet, unreadable or too large. */
export class SheetRefused extends InvalidError {
  constructor(key: ProblemKey | 'Required', params?: MessageRef['params']) {
    super({ file: [params ? { key, params } : { key }] });
  }
}
