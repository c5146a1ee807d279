import { OPS_VIEWS_MAXIMUM } from '@daftar/contract/ops-saved-views';
import { ForbiddenError, InvalidError, NotFoundError, RuleError } from '../../platform/http/errors.ts';

/**
 * 404: the view does not exist, belongs to another operator and is not shared, or is of a list that the operator may
 * not see.
 */
export class ViewNotFound extends NotFoundError {}

/** 403: only operators who manage operators may share views, and change views shared by others. */
export class MayNotShare extends ForbiddenError {
  constructor() {
    super('saved-views.mayNotShare');
  }
}

/** 422: the operator has a view of the list with this name, or there is a shared one. */
export const viewTaken = () => InvalidError.field('name', 'ViewTaken');

/** 400: the maximum number of views is reached. */
export class TooManyViews extends RuleError {
  constructor() {
    super('saved-views.tooMany', { count: OPS_VIEWS_MAXIMUM });
  }
}
