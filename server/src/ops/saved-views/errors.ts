import { OPS_VIEWS_MAXIMUM } from '@daftar/contract/ops-saved-views';
import { InvalidError, NotFoundError, RuleError } from '../../platform/http/errors.ts';

/** 404: the view does not exist, or is another operator's. */
export class ViewNotFound extends NotFoundError {}

/** 422: the operator has a view of the list by this name. */
export const viewTaken = () => InvalidError.field('name', 'ViewTaken');

/** 400: the operator has as many as can be kept. */
export class TooManyViews extends RuleError {
  constructor() {
    super('saved-views.tooMany', { count: OPS_VIEWS_MAXIMUM });
  }
}
