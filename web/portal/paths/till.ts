import { definePath } from '../../ui/define-path.ts';

/** The till: its keypad, perhaps with an amount, or the sale that is being paid. */
export const tillPath = definePath<{ amount?: string; sale?: number }>('/till');
