import { TextInput, type TextInputProps } from '@mantine/core';
import { memoField } from './memo-field.ts';
import classes from './mobile-input.module.css';

/** An Egyptian mobile number, written from left to right beside its +20; its label keeps the reader's direction. */
export const MobileInput = memoField(function MobileInput(props: TextInputProps) {
  return (
    <TextInput
      type="tel"
      inputMode="tel"
      leftSection={<bdi className={classes.prefix}>+20</bdi>}
      leftSectionWidth={52}
      dir="ltr"
      labelProps={{ dir: 'auto' }}
      {...props}
    />
  );
});
