import { TEMPLATES_MAXIMUM } from '@daftar/contract/form-templates';
import { ForbiddenError, InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/**
 * The template does not exist, belongs to another user and is not shared, or is of a form that the caller may not
 * fill in.
 */
export class TemplateNotFound extends NotFoundError {}

/** 403: only users who manage the team may share templates, and change templates shared by others. */
export class MayNotShare extends ForbiddenError {
  constructor() {
    super('form-templates.mayNotShare');
  }
}

/** 422: the caller has a template with this name, or there is a shared one. */
export const templateTaken = () => InvalidError.field('name', 'TemplateTaken');

/** 400: the maximum number of templates is reached. */
export class TooManyTemplates extends RuleError {
  constructor() {
    super('form-templates.tooMany', { count: TEMPLATES_MAXIMUM });
  }
}
