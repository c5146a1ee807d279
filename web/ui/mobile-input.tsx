import { TextInput, type TextInputProps } from '@mantine/core';
import classes from './mobile-input.module.css';

/** A field for an Egyptian mobile number: left to right after +20, with the label in the page's direction. */
export function MobileInput(props: TextInputProps) {
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
}
