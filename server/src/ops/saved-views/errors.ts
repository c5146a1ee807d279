import { OPS_VIEWS_MAXIMUM } from '@daftar/contract/ops-saved-views';
import { ForbiddenError, InvalidError, NotFoundError, RuleError } from '../../platform/http/errors.ts';

/** 404: the view does not exist, is another operator's and not shared, or is of a list that the operator may not see. */
export class ViewNotFound extends NotFoundError {}

/** 403: sharing, and changing what another has shared, is for those who manage operators. */
export class MayNotShare extends ForbiddenError {
  constructor() {
    super('saved-views.mayNotShare');
  }
}

/** 422: the operator has a view of the list by this name, or all share one. */
export const viewTaken = () => InvalidError.field('name', 'ViewTaken');

/** 400: there are as many as can be kept. */
export class TooManyViews extends RuleError {
  constructor() {
    super('saved-views.tooMany', { count: OPS_VIEWS_MAXIMUM });
  }
}
