import { InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Not there, or of another merchant or mode. */
export class CategoryNotFound extends NotFoundError {}

/** 422: another category of the merchant has this name. */
export const categoryTaken = () => InvalidError.field('category', 'CategoryTaken');

/** 400: products stand in it. */
export class CategoryInUse extends RuleError {
  constructor(count: number) {
    super('categories.inUse', { count });
  }
}

/** 400: products stand in a sub-category that an edit would do away with. */
export class SubCategoryInUse extends RuleError {
  constructor(name: string, count: number) {
    super('categories.subInUse', { name, count });
  }
}
