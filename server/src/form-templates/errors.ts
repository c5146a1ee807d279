import { TEMPLATES_MAXIMUM } from '@daftar/contract/form-templates';
import { ForbiddenError, InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The template does not exist, or is another's and not shared, or of a form that the caller may not fill in. */
export class TemplateNotFound extends NotFoundError {}

/** 403: sharing, and changing what another has shared, is for those who manage the team. */
export class MayNotShare extends ForbiddenError {
  constructor() {
    super('form-templates.mayNotShare');
  }
}

/** 422: the caller has a template of this name, or the business shares one. */
export const templateTaken = () => InvalidError.field('name', 'TemplateTaken');

/** 400: there are as many as can be kept. */
export class TooManyTemplates extends RuleError {
  constructor() {
    super('form-templates.tooMany', { count: TEMPLATES_MAXIMUM });
  }
}
