import type { AuthenticatedMerchant } from '@daftar/contract/auth';
import type { ProfileFormInput } from '@daftar/contract/profile';
import { sameEmail } from '@daftar/contract/text';
import { withoutZero, withZero } from '../../ui/mobile-typed.ts';

/** The form of the profile; everything as it is typed. */
export interface ProfileValues extends Record<string, unknown> {
  first_name: string;
  last_name: string;
  email: string;
  mobile: string;
  password: string;
  password_confirmation: string;
  current_password: string;
  receive_notifications: boolean;
  /** The uploader's reply, until the form is saved. */
  avatar: string | null;
}

/** A person as the form shows them. */
export const valuesOf = (me: AuthenticatedMerchant): ProfileValues => ({
  first_name: me.first_name,
  last_name: me.last_name,
  email: me.email,
  mobile: withoutZero(me.mobile_number),
  password: '',
  password_confirmation: '',
  current_password: '',
  receive_notifications: me.receive_notifications,
  avatar: null,
});

/** What is sent; the specification's portal sends no address. */
export const payloadOf = (values: ProfileValues): ProfileFormInput => ({
  ...values,
  mobile: withZero(values.mobile),
  address: null,
});

/** Whether the typed values require the current password. */
export const needsProof = (
  values: ProfileValues,
  me: Pick<AuthenticatedMerchant, 'email' | 'mobile_number' | 'has_other_businesses'>,
): boolean =>
  values.password !== '' ||
  sameEmail(values.email) !== me.email ||
  (me.has_other_businesses && withZero(values.mobile) !== me.mobile_number);
