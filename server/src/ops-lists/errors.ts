import { RuleError } from '../platform/http/errors.ts';

/** A list has more rows than fit in one file. */
export class FileTooLong extends RuleError {
  constructor(most: number) {
    super('ops.fileTooLong', { most });
  }
}
