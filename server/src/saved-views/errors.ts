import { VIEWS_MAXIMUM } from '@daftar/contract/saved-views';
import { ForbiddenError, InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The view does not exist, or belongs to another user and is not shared. */
export class ViewNotFound extends NotFoundError {}

/** 404: the caller may not see the list, so its views do not exist for them. */
export class ListNotSeen extends NotFoundError {}

/** 403: only users who manage the team may share views, and delete views shared by others. */
export class MayNotShare extends ForbiddenError {
  constructor() {
    super('saved-views.mayNotShare');
  }
}

/** 422: the caller has a view with this name, or there is a shared one. */
export const viewTaken = () => InvalidError.field('name', 'ViewTaken');

/** 400: the maximum number of views is reached. */
export class TooManyViews extends RuleError {
  constructor() {
    super('saved-views.tooMany', { count: VIEWS_MAXIMUM });
  }
}
