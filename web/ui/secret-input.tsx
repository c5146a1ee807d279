import { PasswordInput, type PasswordInputProps } from '@mantine/core';

interface SecretInputProps extends Omit<PasswordInputProps, 'visibilityToggleButtonProps'> {
  /** The name of the button that shows what was typed. */
  show: string;
}

/** A password or key that can be shown, by keyboard too. Mantine's own does not say that it is wrong: `aria-invalid`. */
export function SecretInput({ show, ...props }: SecretInputProps) {
  return (
    <PasswordInput
      {...props}
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': show, tabIndex: 0, size: 32 }}
    />
  );
}
