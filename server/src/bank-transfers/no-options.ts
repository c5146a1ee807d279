import type { BankAccountOptions } from '@daftar/contract/ops-bank-transfer-accounts';

/** The options of an account without settings of its own. */
export const NO_OPTIONS: BankAccountOptions = {
  message: 'pain.001.001.09',
  initiator_id: '',
  charge_bearer: '',
  service_level: '',
  category_purpose: '',
  purpose: '',
  latin_name: '',
  address: 'none',
  street: '',
  town: '',
  country: '',
  words: { paid: [], rejected: [], returned: [], open: [] },
};
