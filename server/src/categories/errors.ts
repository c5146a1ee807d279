import { InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The category does not exist, or belongs to another merchant or mode. */
export class CategoryNotFound extends NotFoundError {}

/** 422: another category of the merchant has this name. */
export const categoryTaken = () => InvalidError.field('category', 'CategoryTaken');

/** 400: the category has products. */
export class CategoryInUse extends RuleError {
  constructor(count: number) {
    super('categories.inUse', { count });
  }
}

/** 400: an edit would remove a sub-category that has products. */
export class SubCategoryInUse extends RuleError {
  constructor(name: string, count: number) {
    super('categories.subInUse', { name, count });
  }
}
