import { VIEWS_MAXIMUM } from '@daftar/contract/saved-views';
import { ForbiddenError, InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The view does not exist, or is another's and not shared. */
export class ViewNotFound extends NotFoundError {}

/** 404: the caller may not see the list, so that it has no views for them. */
export class ListNotSeen extends NotFoundError {}

/** 403: sharing, and taking away what another has shared, is for those who manage the team. */
export class MayNotShare extends ForbiddenError {
  constructor() {
    super('saved-views.mayNotShare');
  }
}

/** 422: the caller has a view of this name, or the business shares one. */
export const viewTaken = () => InvalidError.field('name', 'ViewTaken');

/** 400: there are as many as can be kept. */
export class TooManyViews extends RuleError {
  constructor() {
    super('saved-views.tooMany', { count: VIEWS_MAXIMUM });
  }
}
