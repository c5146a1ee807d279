import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { IconBackspace, IconQrcode } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../ui/field-error.tsx';
import { Form, SubmitButton } from '../../../ui/form.tsx';
import { currencyLabel } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { misread } from '../../../ui/money-input.tsx';
import { isTyping } from '../../shared/shortcuts.ts';
import { amountOf, KEYS, press, shownAmount, signOf, typedAmount } from '../amount.ts';
import { useNewSale } from '../use-new-sale.ts';
import classes from './keypad.module.css';

interface KeypadProps {
  /** What to begin with. */
  amount: string;
  onMade: (id: number) => void;
}

/** The amount of a sale, on large keys or a keyboard, and what it is for. */
export function Keypad({ amount: first, onMade }: KeypadProps) {
  const { t } = useTranslation('till');
  const locale = useLocale();
  const field = useRef<HTMLInputElement>(null);
  const { form, isUnsure, giveUp } = useNewSale(amountOf(first), onMade);
  const { amount } = form.values;
  const isUnreadable = misread(amount) === 'DecimalComma';
  // A digit typed anywhere on the screen belongs to the amount, and Enter shows its code.
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      if (/^[\d٠-٩.٫,،٬]$/.test(event.key) || event.key === 'Backspace') field.current?.focus();
      else if (event.key === 'Enter' && event.target === document.body) form.ref.current?.requestSubmit();
    };
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, [form.ref]);
  return (
    <Form form={form} className={classes.pad} label={t('title')}>
      <TextInput
        ref={field}
        name="amount"
        label={t('amount')}
        value={shownAmount(amount, locale)}
        onChange={(event) => {
          const { data, inputType } = event.nativeEvent as InputEvent;
          const { value } = event.currentTarget;
          const isPasted = inputType === 'insertFromPaste' || inputType === 'insertFromDrop';
          form.set('amount', typedAmount(value, amount, isPasted ? value : data));
        }}
        error={form.errors.amount ?? (isUnreadable && <FieldError message="DecimalComma" />)}
        placeholder={shownAmount('0.00', locale)}
        // The keys below are the keyboard of a phone.
        inputMode="none"
        autoComplete="off"
        dir="ltr"
        rightSection={<bdi className={classes.unit}>{currencyLabel('EGP', locale)}</bdi>}
        rightSectionWidth={72}
        rightSectionPointerEvents="none"
        classNames={{ input: classes.amount, label: classes.label }}
      />
      <fieldset className={classes.keys} dir="ltr" aria-label={t('keys')}>
        {KEYS.map((key) => (
          <UnstyledButton
            key={key}
            className={classes.key}
            aria-label={key === 'back' ? t('back') : key === '.' ? t('point') : undefined}
            // The amount keeps the focus, so that Enter means “show the code”.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => form.set('amount', press(amount, key))}
          >
            {key === 'back' ? <IconBackspace size={26} aria-hidden /> : signOf(key, locale)}
          </UnstyledButton>
        ))}
      </fieldset>
      <TextInput {...form.field('invoice_name')} label={t('note')} maxLength={150} autoComplete="off" />
      <div role="status">
        {isUnsure && (
          <p className={classes.unsure}>
            <strong>{t('unsure.title')}</strong> {t('unsure.making')}
          </p>
        )}
      </div>
      <SubmitButton form={form} size="lg" leftSection={<IconQrcode size={22} aria-hidden />}>
        {t('show')}
      </SubmitButton>
      {isUnsure && (
        <Button variant="subtle" onClick={giveUp}>
          {t('unsure.stop')}
        </Button>
      )}
    </Form>
  );
}
