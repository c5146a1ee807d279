import { type Customer, CustomerForm as CustomerSchema } from '@daftar/contract/customers';
import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../ui/errors.ts';
import {
  type ContractForm,
  Form,
  SubmitButton,
  type SubmitContext,
  useContractForm,
} from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { MobileInput } from '../../../ui/mobile-input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { OwnInputs } from '../../shared/own-inputs.tsx';
import { type OwnValues, ownRules } from '../../shared/own-values.ts';
import { useCreateCustomer, useUpdateCustomer } from '../api.ts';
import { type CustomerValues, EMPTY_CUSTOMER, payloadOf, takenFields, valuesOf } from '../form-values.ts';
import classes from './customer-drawer.module.css';

interface DrawerProps {
  opened: boolean;
  onClose: () => void;
}

interface AddCustomerDrawerProps extends DrawerProps {
  /** What was typed as the name before the form was opened. */
  name?: string;
  /** The new customer, after the drawer has closed. */
  onCreated?: (customer: { id: number; name: string }) => void;
}

/** Adds a customer; the form begins anew each time it opens. */
export function AddCustomerDrawer({ opened, onClose, name = '', onCreated }: AddCustomerDrawerProps) {
  const { t } = useTranslation('customers');
  const { send } = useCreateCustomer();
  const save = async (values: CustomerValues, { idempotencyKey }: SubmitContext) => {
    const { data, message } = await send({ body: payloadOf(values), idempotencyKey });
    notify.success(message);
    onClose();
    onCreated?.(data);
  };
  return (
    <CustomerDrawer
      opened={opened}
      onClose={onClose}
      title={t('add.title')}
      submit={t('add.submit')}
      initial={{ ...EMPTY_CUSTOMER, name }}
      save={save}
    />
  );
}

interface EditCustomerDrawerProps extends DrawerProps {
  customer: Customer;
}

/** Edits a customer. */
export function EditCustomerDrawer({ customer, opened, onClose }: EditCustomerDrawerProps) {
  const { t } = useTranslation('customers');
  const { send } = useUpdateCustomer();
  const save = async (values: CustomerValues) => {
    const { message } = await send({ body: { ...payloadOf(values), customerId: customer.id } });
    notify.success(message);
    onClose();
  };
  return (
    <CustomerDrawer
      opened={opened}
      onClose={onClose}
      title={t('edit.title')}
      submit={t('edit.submit')}
      initial={valuesOf(customer)}
      save={save}
    />
  );
}

interface CustomerDrawerProps extends DrawerProps, FormWords {
  title: string;
}

function CustomerDrawer({ opened, onClose, title, ...form }: CustomerDrawerProps) {
  const { t } = useTranslation('customers');
  return (
    <SideDrawer opened={opened} onClose={onClose} title={title} unsavedText={t('leave.text')}>
      <CustomerFields {...form} />
    </SideDrawer>
  );
}

interface FormWords {
  submit: string;
  initial?: CustomerValues;
  save: (values: CustomerValues, context: SubmitContext) => Promise<void>;
}

function CustomerFields({ submit, initial = EMPTY_CUSTOMER, save }: FormWords) {
  const { t } = useTranslation('customers');
  const form = useContractForm<CustomerValues>(CustomerSchema, {
    initialValues: initial,
    toInput: payloadOf,
    rules: (values) => ({ ...ownRules(values) }),
    submit: save,
    onError: (error) => {
      const taken = error instanceof ApiError && error.status === 403 ? takenFields(error.messages) : {};
      if (Object.keys(taken).length === 0) return false;
      form.setErrors(taken);
      return true;
    },
  });
  return (
    <Form form={form} className={classes.form}>
      <TextInput
        {...form.field('name')}
        withAsterisk
        label={t('field.name')}
        autoComplete="off"
        classNames={{ input: classes.plain ?? '' }}
        data-autofocus
      />
      <TextInput
        {...form.field('email')}
        withAsterisk
        label={t('field.email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        classNames={{ input: classes.ltr ?? '' }}
      />
      <MobileInput {...form.field('mobile')} withAsterisk label={t('field.mobile')} autoComplete="off" />
      <TextInput
        {...form.field('nationalId')}
        label={t('field.nationalIdOptional')}
        description={t('field.nationalIdHelp')}
        inputMode="numeric"
        autoComplete="off"
        classNames={{ input: classes.ltr ?? '' }}
      />
      <Textarea
        {...form.field('description')}
        label={t('field.descriptionOptional')}
        description={t('field.descriptionHelp')}
        rows={4}
        classNames={{ input: classes.plain ?? '' }}
      />
      <OwnInputs form={form as unknown as ContractForm<OwnValues>} />
      <div className={classes.buttons}>
        <SubmitButton form={form}>{submit}</SubmitButton>
        <LeaveButton />
      </div>
    </Form>
  );
}
